import './known.css'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useMemberWords, useVouch } from '#web/features/circle/member-words.ts'
import type { NameOf } from '#web/text/name-of.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { useAddressSecret } from '#web/ui/useAddressSecret.ts'
import { LostButton } from './LostPhone.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { serverOrigin } from '#web/api/server-address.ts'

type Props = {
  /** The reader's id as a member; null for administrators, who vouch for nobody. */
  readonly ownId: string | null
  readonly nameOf: NameOf
}

/** The members of the circle by how many of the others know them in person, and the way to say so: one device reads the other. */
export function KnownPeople({ ownId, nameOf }: Props) {
  const { data: circle } = useQuery(circleQuery)
  const words = useMemberWords(circle?.id)
  const vouch = useVouch()
  const asked = useAddressSecret()
  return (
    <>
      {ownId && asked !== '' && asked !== ownId && (
        <Paper withBorder p="lg" component="section" aria-label="Quem você leu">
          <Title order={2} size="h4">
            {nameOf(asked)}
          </Title>
          <Text mt={4} mb="sm" maw={680}>
            Confirme só se esta pessoa está diante de você, você sabe quem ela é, e o aparelho dela mostra “
            {nameOf(asked)}
            ”. A sua palavra fica no livro, assinada por este aparelho.
          </Text>
          <Button mih={44} disabled={vouch.isPending} onClick={() => vouch.mutate({ memberId: asked, isKnown: true })}>
            Conheço esta pessoa
          </Button>
        </Paper>
      )}
      <Refused error={vouch.error} otherwise="Não foi possível anotar." />
      <Text role="status" size="sm">
        {vouch.isSuccess && 'Anotado no livro. A contagem muda quando este aparelho conferir o livro de novo.'}
      </Text>
      {ownId && <OwnCode ownId={ownId} name={nameOfMember(ownId)} />}
      <Paper withBorder p="lg" component="section" aria-labelledby="conhecidos">
        <Title order={2} size="h4" id="conhecidos" mb="sm">
          Quantos conhecem cada um
        </Title>
        {words ? (
          <KnownList
            words={words}
            ownId={ownId}
            nameOf={nameOf}
            onWithdraw={(memberId) => vouch.mutate({ memberId, isKnown: false })}
          />
        ) : (
          <Text role="status">Este aparelho ainda está conferindo o livro, de onde vem a contagem.</Text>
        )}
      </Paper>
    </>
  )
}

/** The name under which others see a member: the end of their id. */
const nameOfMember = (id: string) => `Pessoa ${id.slice(-6)}`

function OwnCode({ ownId, name }: { ownId: string; name: string }) {
  const address = `${serverOrigin()}/conhecidos#${ownId}`
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="meu-codigo">
      <Title order={2} size="h4" id="meu-codigo">
        Mostre o seu código
      </Title>
      <Text mt={4} mb="sm" maw={680}>
        Quem conhece você lê este código com a câmera dele, ao seu lado. Para os outros você é “{name}”.
      </Text>
      <Stack gap="sm" align="flex-start">
        <QrCode value={address} label={`QR Code de ${name}`} />
        <CopyButton value={address} label="Copiar link" what="do seu código" />
      </Stack>
    </Paper>
  )
}

type ListProps = Props & { readonly words: MemberWords; readonly onWithdraw: (memberId: string) => void }

/** So many are read; of a larger circle the rest comes when it is asked for. */
const SHOWN = 20

/** The least known first: whom nobody knows is whom to ask about. */
function KnownList({ words: { members, knownBy }, ownId, nameOf, onWithdraw }: ListProps) {
  const countOf = (id: string) => knownBy.get(id)?.size ?? 0
  const people = [...members].toSorted((one, other) => countOf(one) - countOf(other))
  const [isShort, setShort] = useState(people.length > SHOWN)
  return (
    <>
      <ul className="known-people" aria-label="Participantes">
        {(isShort ? people.slice(0, SHOWN) : people).map((id) => (
          <li key={id}>
            <span className="wrap-anywhere">
              <b>{id === ownId ? 'Você' : nameOf(id)}</b>: {knownText(countOf(id), members.size - 1)}
            </span>
            {ownId && knownBy.get(id)?.has(ownId) && <LostButton memberId={id} name={nameOf(id)} />}
            {ownId && knownBy.get(id)?.has(ownId) && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-md"
                mih={44}
                aria-label={`Retirar que conheço ${nameOf(id)}`}
                onClick={() => onWithdraw(id)}
              >
                Você conhece · Retirar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isShort && (
        <Button variant="default" mih={44} mt="sm" onClick={() => setShort(false)}>
          Mostrar as {people.length} pessoas
        </Button>
      )}
    </>
  )
}

function knownText(count: number, others: number): string {
  return count === 0 ? 'conhecido por ninguém ainda' : `conhecido por ${count} de ${others}`
}
