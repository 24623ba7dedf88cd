import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { startTransition, useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { bothText } from '#web/features/circle/Founders.tsx'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { usersQuery } from '#web/features/members/api.ts'
import { queueQuery } from '#web/features/queue/api.ts'
import type { QueueEntry, User } from '#web/features/queue/api.ts'
import { entriesOf, waitingFor } from '#web/features/queue/queue-list.ts'
import type { QueueLevel } from '#web/features/queue/queue-list.ts'
import { FirstOrder } from '#web/features/queue/FirstOrder.tsx'
import { QueueSelector } from '#web/features/queue/QueueSelector.tsx'
import { QueueDialogs } from '#web/features/queue/QueueDialogs.tsx'
import type { OpenDialog } from '#web/features/queue/QueueDialogs.tsx'
import { QueueBoard } from '#web/features/queue/QueueBoard.tsx'
import { OrderLinks, QueueWays } from '#web/features/queue/QueueWays.tsx'
import { queueSearch } from '#web/features/queue/search.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { Help } from '#web/ui/Help.tsx'
import { InSlices } from '#web/ui/InSlices.tsx'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { useGrowing } from '#web/ui/useGrowing.ts'
import { say } from '#web/text/say.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'

export default function QueuePage() {
  const [{ fila: wanted = 1 }] = useUrlState(queueSearch)
  const { data: circle } = useQuery(circleQuery)
  // An address may name a queue that this circle's plan doesn't have: its last one is shown.
  const level = Math.min(wanted, circle?.plan.levels.length ?? wanted) as QueueLevel
  const queue = useQuery(queueQuery)
  const users = useQuery(usersQuery)
  const error = queue.error ?? users.error
  const refresh = () => Promise.all([queue.refetch({ throwOnError: true }), users.refetch({ throwOnError: true })])
  const retry = () => void refresh().catch(() => undefined)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Help
            about={say('a fila')}
            title={
              <Title order={1} size="h2">
                {say('Fila de Doações')}
              </Title>
            }
          >
            {say(
              'Cada nível tem a sua fila, e cada pessoa um lugar nela. Recebe primeiro quem está marcado para receber, na ordem dos lugares; quem completa a sua vez vai para o fim. Toda mudança fica escrita no livro, e a pessoa é avisada.',
            )}
          </Help>
        </div>
        {queue.data && <QueueSelector queue={queue.data} level={level} />}
      </Group>
      {error && <ErrorState message={failureText(error, 'Erro ao carregar a ordem')} onRetry={retry} />}
      {(!queue.data || !users.data) && !error && <LoadingRows />}
      {queue.data && users.data && (
        <InSlices meanwhile={<LoadingRows />}>
          <Queue
            key={level}
            level={level}
            queue={queue.data}
            users={users.data}
            isRefreshing={queue.isFetching || users.isFetching}
            onRefresh={retry}
            reload={async () => {
              const [{ data: entries }, { data: people }] = await refresh()
              return { queue: entries ?? [], users: people ?? [] }
            }}
          />
        </InSlices>
      )}
    </Stack>
  )
}

type Props = {
  readonly level: QueueLevel
  readonly queue: readonly QueueEntry[]
  readonly users: readonly User[]
  readonly isRefreshing: boolean
  readonly onRefresh: () => void
  readonly reload: () => Promise<{ queue: readonly QueueEntry[]; users: readonly User[] }>
}

/** A roda without people: first they are invited. */
function NobodyYet() {
  const invite = (
    <Acting>
      <Button component={Link} to="/admin/join-links" mih={44} mt="xs">
        Convidar pessoas
      </Button>
    </Acting>
  )
  return (
    <EmptyState title="A ordem vem depois das pessoas" action={invite}>
      Convide quem entra, e aprove cada cadastro. Depois a ordem é feita aqui.
    </EmptyState>
  )
}

/** A notice of the change that was made last. */
function Notice({ text, onClose }: { text: string | null; onClose: () => void }) {
  return (
    <div role="status">
      {text !== null && (
        <Alert
          mt="md"
          color="mata"
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={onClose}
          className="wrap-anywhere"
        >
          {text}
        </Alert>
      )}
    </div>
  )
}

/** The dialog that is open, and the notice of the change that the last one made. */
function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  // A dialog of a hundred places is drawn in slices.
  const open = (next: OpenDialog | null) =>
    startTransition(() => {
      setNotice(null)
      setDialog(next)
    })
  const done = (text: string) => {
    setDialog(null)
    setNotice(text)
  }
  return { dialog, notice, open, done, dismiss: () => setNotice(null) }
}

/** One of the three queues: who has a place, who waits for one, and what can be done. */
function Queue({ level, queue, users, isRefreshing, onRefresh, reload }: Props) {
  const { dialog, notice, open, done, dismiss } = useDialog()
  const { data: circle } = useQuery(circleQuery)
  const isRoda = useIsRoda()
  const isReal = circle?.mode === 'real' && circle.plan.levels.length === 1
  const isClosed = Boolean(circle?.closed_at)
  // After the list: both together would be laid out at a stretch.
  const hasMap = useGrowing(2) === 2
  const entries = entriesOf(queue, level)
  const waiting = waitingFor(users, entries, level)
  if (isRoda && entries.length + waiting.length === 0) return <NobodyYet />
  if (isRoda && entries.length === 0 && circle && bothText(circle) !== null) return <FirstOrder waiting={waiting} />
  return (
    <>
      <div>
        {isClosed ? (
          <OrderLinks />
        ) : (
          <QueueWays
            isFolded={isRoda === true && waiting.length === 0}
            mayHaveBegun={isReal && !entries.some((entry) => entry.is_receiver)}
            isRefreshing={isRefreshing}
            onAction={(kind) => open({ kind })}
            onRefresh={onRefresh}
          />
        )}
        <Notice text={notice} onClose={dismiss} />
      </div>
      <QueueBoard
        level={level}
        entries={entries}
        waiting={waiting}
        isRoda={isRoda === true}
        isClosed={isClosed}
        hasMap={hasMap}
        onOpen={open}
      />
      <QueueDialogs
        open={dialog}
        level={level}
        queue={queue}
        users={users}
        waiting={waiting}
        reload={reload}
        onOpen={open}
        onDone={done}
      />
    </>
  )
}
