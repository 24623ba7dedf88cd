import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import type { DayCheckpoint } from '#web/features/circle/api.ts'
import { useChooseWitness, useMemberWords } from '#web/features/circle/member-words.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { checkCosigned, isWitnessed } from './check-witness.ts'
import type { Cosigned } from './check-witness.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { ChooseButton, ChooseAnother } from './ChooseWitness.tsx'

type Witness = DayCheckpoint['witnesses'][number]

/**
 * The witnesses that the server names and those that members chose, each verified on this device; and for members the
 * choice of one.
 */
export function Witnesses({ checkpoint }: { checkpoint: DayCheckpoint }) {
  const words = useMemberWords(checkpoint.circle_id)
  const choose = useChooseWitness()
  const readerId = useOwnWord()
  const named = new Set(checkpoint.witnesses.map(({ key }) => key))
  const unseen = [...(words?.witnesses ?? [])].filter(([key, by]) => by.size > 0 && !named.has(key))
  const all: Witness[] = [
    ...checkpoint.witnesses,
    ...unseen.map(([key]) => ({ key, name: key.split('+')[0]!, cosigned: null })),
  ]
  return (
    <>
      {all.length === 0 ? (
        <Text mt="sm">Este círculo ainda não tem testemunhas.</Text>
      ) : (
        <ul className="ledger-files" aria-label="Testemunhas">
          {all.map((witness) => (
            <li key={witness.key}>
              <WitnessLine witness={witness} checkpoint={checkpoint} words={words} readerId={readerId} />
              {readerId && (
                <ChooseButton
                  isChosen={words?.witnesses.get(witness.key)?.has(readerId) ?? false}
                  name={witness.name}
                  isBusy={choose.isPending}
                  onChoose={(isChosen) => choose.mutate({ witness: witness.key, isChosen })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {readerId && <ChooseAnother onChoose={(witness) => choose.mutate({ witness, isChosen: true })} />}
      <Refused error={choose.error} otherwise="Não foi possível anotar a escolha." mt="sm" />
      <Text size="sm" role="status">
        {choose.isSuccess && 'Anotado no livro. A contagem muda quando este aparelho conferir o livro de novo.'}
      </Text>
    </>
  )
}

type LineProps = {
  readonly witness: Witness
  readonly checkpoint: DayCheckpoint
  readonly words: MemberWords | null
  readonly readerId: string | null
}

function WitnessLine({ witness, checkpoint: { circle_id, key }, words, readerId }: LineProps) {
  const { data: cosigned } = useQuery({
    queryKey: ['cosigned', circle_id, witness],
    queryFn: () => checkCosigned(witness, { circle_id, key }),
    staleTime: Infinity,
  })
  const isTrue = cosigned !== undefined && isWitnessed(witness.key, cosigned, words, readerId)
  return (
    <span className="wrap-anywhere">
      <b>{witness.name}</b>: {cosigned ? cosignedText(cosigned) : 'conferindo...'}{' '}
      <Text span c={cosigned?.is === 'false' ? 'red' : undefined} fw={isTrue ? 700 : undefined}>
        {isTrue ? 'Conferida' : 'Não conferida'}
      </Text>
      , {choiceText(witness.key, words)}.
    </span>
  )
}

function cosignedText(cosigned: Cosigned): string {
  if (cosigned.is === 'true')
    return `assinou até o lançamento ${countText(cosigned.size)}, em ${fullMomentText(cosigned.at)}.`
  if (cosigned.is === 'none') return 'ainda não assinou.'
  return cosigned.is === 'false'
    ? 'a assinatura não é desta testemunha, ou é de outro livro.'
    : 'este navegador não sabe conferir a assinatura.'
}

function choiceText(key: string, words: MemberWords | null): string {
  if (!words) return 'este aparelho ainda não leu no livro quem a escolheu'
  const count = words.witnesses.get(key)?.size ?? 0
  return count === 0
    ? 'ninguém do círculo a escolheu'
    : `escolhida por ${count} de ${countText(words.members.size, 'participante', 'participantes')}`
}
