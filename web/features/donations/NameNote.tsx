import { Alert, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Donation } from './api.ts'
import { isBorrowed, isRenamed, keepName, readKnownNames } from './known-names.ts'
import type { Side } from './status-text.ts'

type Named = { readonly id: string; readonly name: string }

/** The other side of a real donation by id and name; null where there is none to know. */
export function namedOf(donation: Donation, side: Side): Named | null {
  const [id, other] = side === 'donor' ? [donation.receiverId, donation.receiver] : [donation.donorId, donation.donor]
  return id === null || !other || donation.demonstration ? null : { id, name: other.name }
}

/** Asks about the other side of a real donation where its name is another than this device knows, or another's. */
export function NameNote({ donation, side }: { donation: Donation; side: Side }) {
  const named = namedOf(donation, side)
  return named && <OtherNote {...named} pays={donation.allowed.includes('send_receipt')} />
}

const texts = {
  renamed: {
    title: 'O nome mudou',
    text: 'Neste aparelho, esta pessoa aparecia com outro nome.',
    ask: 'Pergunte a ela se foi ela que mudou.',
    askFirst: 'Antes de pagar, pergunte a ela se foi ela que mudou.',
    known: 'Já sei, foi ela',
  },
  borrowed: {
    title: 'O mesmo nome, outra pessoa',
    text: 'Neste aparelho, este nome era de outra pessoa da roda.',
    ask: 'Pergunte no grupo se são duas pessoas com o mesmo nome.',
    askFirst: 'Antes de pagar, pergunte no grupo se são duas pessoas com o mesmo nome.',
    known: 'Já sei, são duas pessoas',
  },
} as const

function OtherNote({ id, name, pays }: Named & { pays: boolean }) {
  const { known, keep } = useKnown()
  const isOfAnother = isBorrowed(known, id, name)
  useEffect(() => {
    if (!(id in known) && !isOfAnother) keepName(id, name)
  }, [known, id, name, isOfAnother])
  if (!isOfAnother && !isRenamed(known, id, name)) return null
  const { title, text, ask, askFirst, known: answer } = texts[isOfAnother ? 'borrowed' : 'renamed']
  return <Note title={title} text={`${text} ${pays ? askFirst : ask}`} answer={answer} onKnown={() => keep(id, name)} />
}

/** Says that the other side of a real donation has another phone than this device knows: whoever answers there may be another. */
export function PhoneNote({ id, phone }: { id: string; phone: string }) {
  const { known, keep } = useKnown()
  const key = `tel ${id}`
  useEffect(() => {
    if (!(key in known)) keepName(key, phone)
  }, [known, key, phone])
  if (!isRenamed(known, key, phone)) return null
  return (
    <Note
      title="O telefone mudou"
      text="Neste aparelho, esta pessoa tinha outro telefone. Pergunte a ela, por outro caminho, se foi ela que mudou."
      answer="Já sei, o telefone é dela"
      onKnown={() => keep(key, phone)}
    />
  )
}

function useKnown() {
  const [known, setKnown] = useState(readKnownNames)
  const keep = (id: string, name: string) => {
    keepName(id, name)
    setKnown(readKnownNames())
  }
  return { known, keep }
}

type NoteProps = { title: string; text: string; answer: string; onKnown: () => void }

function Note({ title, text, answer, onKnown }: NoteProps) {
  return (
    <Alert color="yellow" title={title}>
      <Text size="sm">{text}</Text>
      <Button variant="default" mt="xs" onClick={onKnown}>
        {answer}
      </Button>
    </Alert>
  )
}
