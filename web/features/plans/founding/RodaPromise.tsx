import { Checkbox, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { rodaSentence } from '#web/features/circle/roda-outcome.ts'
import { StoppingGains } from '#web/features/circle/StoppingGains.tsx'
import { outcomeQuery } from '../api.ts'
import type { Roda } from '../roda.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { RodaPicture } from './RodaPicture.tsx'

const SIMULATE_AFTER_MS = 400

type Props = { readonly roda: Roda; readonly isSeen: boolean; readonly onSee: (isSeen: boolean) => void }

/** The roda in three lines and a picture, the loss if it stops among them, and the tick for that. */
export function RodaPromise({ roda, isSeen, onSee }: Props) {
  const asked = JSON.stringify([roda.plan, roda.members])
  const [settled] = useDebouncedValue(roda, SIMULATE_AFTER_MS)
  const { data, error, refetch } = useQuery(outcomeQuery(settled.plan, settled.members))
  const isStale = asked !== JSON.stringify([settled.plan, settled.members])
  const said = data && !isStale ? rodaSentence(data, 0) : null
  return (
    <section className="founding-promise" aria-label="O que esta roda faz" aria-busy={said === null}>
      {error && !isStale && <Unread error={error} otherwise="Não foi possível fazer as contas" refetch={refetch} />}
      {!error && said === null && <LoadingRows rows={2} label="Fazendo as contas..." />}
      {said !== null && (
        <>
          <RodaPicture people={roda.members} />
          <div>
            {said.split(/(?<=\.) /).map((line) => (
              <Text key={line} fw={500} lh={1.4} mb={4}>
                {line}
              </Text>
            ))}
          </div>
          <StoppingGains outcome={data!} />
          <Checkbox
            label="Li, também o que acontece se a roda parar no meio."
            checked={isSeen}
            onChange={(event) => onSee(event.currentTarget.checked)}
          />
        </>
      )}
    </section>
  )
}
