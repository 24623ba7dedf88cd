import './queue.css'
import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordsHeldKey } from '#web/api/kept-ledger.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { changesQuery } from './api.ts'
import type { QueueChange } from './api.ts'
import { UndoDialog } from './dialogs/UndoDialog.tsx'
import { changeTitle, followedText, moveText } from './journal-text.ts'
import { say } from '#web/text/say.ts'
import { UnopenedMark } from '#web/ui/WordsMark.tsx'
import { isUnopened } from '#web/ui/wordsAreKept.ts'
import { reasonInLedger } from './reason-is-kept.ts'

const MOVES_SHOWN = 6

/** Tells who changed the queues, what, why, and what followed, newest first. The last change can be undone from here. */
export function Journal() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(changesQuery)
  const [undoing, setUndoing] = useState<QueueChange | null>(null)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o diário" refetch={refetch} />
  if (!data) return <LoadingRows label="Carregando o diário..." />
  const changes = data.pages.flatMap((page) => page.data)
  if (changes.length === 0)
    return <EmptyState title="Nada mudou ainda">Cada mudança de lugar aparece aqui, com o motivo.</EmptyState>
  return (
    <Stack gap="md">
      {changes.map((change) => (
        <Line key={change.seq} change={change} onUndo={() => setUndoing(change)} />
      ))}
      {hasNextPage && (
        <div>
          <Button variant="default" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Mostrar mais
          </Button>
        </div>
      )}
      {undoing && <UndoDialog change={undoing} onClose={() => setUndoing(null)} />}
    </Stack>
  )
}

/** Says whether the reason is the one that the ledger has its mark of, as this device finds out. */
function ReasonMark({ change }: { change: QueueChange }) {
  const { reason, proof } = change
  const { data: isKept = null } = useQuery({
    queryKey: [...wordsHeldKey, reason, proof],
    queryFn: () => reasonInLedger(change),
    enabled: proof !== null,
    staleTime: 0,
    gcTime: 0,
  })
  if (isUnopened(reason, proof)) return <UnopenedMark />
  if (isKept === null) return null
  if (isKept)
    return (
      <Text size="sm" c="dimmed">
        Confere com o livro (lançamento {change.proof!.entry}).
      </Text>
    )
  return (
    <Text size="sm" c="red" fw={600} role="alert">
      Não confere com o livro: este motivo foi mudado depois.
    </Text>
  )
}

function Line({ change, onUndo }: { change: QueueChange; onUndo: () => void }) {
  const { seq, at, by, reason, moves, roles, undone_by: undoneBy } = change
  const followed = followedText(change.followed)
  return (
    <Paper withBorder p="md" component="article" aria-label={`Mudança do lançamento ${seq}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h5">
          {changeTitle(change)}
        </Title>
        {undoneBy !== null && (
          <Badge color="gray" variant="light">
            Desfeita
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {by === null ? 'Por todos' : `Por ${by}`}, em {fullMomentText(at)} ·{' '}
        <Anchor component={Link} to="/ledger" fz="inherit">
          lançamento {seq}
        </Anchor>
      </Text>
      {change.kind !== 'swap_turns' && (
        <Text mt="xs" className="wrap-anywhere" {...(reason === null ? { c: 'dimmed' } : {})}>
          {reason === null ? 'Sem motivo escrito.' : `Motivo: ${reason}`}
        </Text>
      )}
      <ReasonMark change={change} />
      {moves.length + roles.length > 0 && (
        <ul className="journal-moves">
          {moves.slice(0, MOVES_SHOWN).map((move) => (
            <li key={`${move.id} ${move.from} ${move.to}`}>{moveText(move)}</li>
          ))}
          {moves.length > MOVES_SHOWN && <li>e mais {countText(moves.length - MOVES_SHOWN, 'lugar', 'lugares')}</li>}
          {roles.map((role, index) => (
            <li key={`${index} ${role.id}`}>
              {role.name} {role.receiver ? say('passou a ser receptor') : say('deixou de ser receptor')}
            </li>
          ))}
        </ul>
      )}
      {followed !== null && <Text size="sm">{followed}</Text>}
      {change.why_not !== null && (
        <Text size="sm" c="dimmed">
          Não dá para desfazer: {change.why_not}
        </Text>
      )}
      {change.can_undo && (
        <Acting>
          <Button mt="sm" variant="default" onClick={onUndo}>
            Desfazer
          </Button>
        </Acting>
      )}
    </Paper>
  )
}
