import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
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
import { QueueActions } from '#web/features/queue/QueueActions.tsx'
import type { QueueAction } from '#web/features/queue/QueueActions.tsx'
import { QueueSelector } from '#web/features/queue/QueueSelector.tsx'
import { QueueDialogs } from '#web/features/queue/QueueDialogs.tsx'
import type { OpenDialog } from '#web/features/queue/QueueDialogs.tsx'
import { QueueList } from '#web/features/queue/QueueList.tsx'
import { queueSearch } from '#web/features/queue/search.ts'
import { SlotGrid } from '#web/features/queue/SlotGrid.tsx'
import { VacancyCard } from '#web/features/queue/VacancyCard.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { Help } from '#web/ui/Help.tsx'
import { InSlices } from '#web/ui/InSlices.tsx'
import { Part } from '#web/ui/Part.tsx'
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

type WaysProps = {
  readonly isReal: boolean
  readonly isRefreshing: boolean
  readonly onAction: (kind: QueueAction | 'order') => void
  readonly onRefresh: () => void
}

function OrderLinks() {
  return (
    <Group gap="md">
      <Anchor component={Link} to="/admin/queue/changes">
        {say('Diário da fila')}
      </Anchor>
      <Anchor component={Link} to="/admin/queue/draw">
        A ordem de quem recebe
      </Anchor>
    </Group>
  )
}

/** All that can be done with the order, and the pages about it. */
function Ways({ isReal, isRefreshing, onAction, onRefresh }: WaysProps) {
  return (
    <>
      <QueueActions isRefreshing={isRefreshing} onAction={onAction} onRefresh={onRefresh} />
      <Group mt="md" gap="md">
        <Acting>
          <Button variant="default" onClick={() => onAction('order')}>
            {say('Ordem e receptor')}
          </Button>
        </Acting>
        <OrderLinks />
        {isReal && (
          <Anchor component={Link} to="/admin/queue/beginning">
            A roda já começou
          </Anchor>
        )}
      </Group>
    </>
  )
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

/** One of the three queues: who has a place, who waits for one, and what can be done. */
function Queue({ level, queue, users, isRefreshing, onRefresh, reload }: Props) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { data: circle } = useQuery(circleQuery)
  const isRoda = useIsRoda()
  const isReal = circle?.mode === 'real' && circle.plan.levels.length === 1
  // After the list: both together would be laid out at a stretch.
  const hasMap = useGrowing(2) === 2
  const entries = entriesOf(queue, level)
  const waiting = waitingFor(users, entries, level)
  // A dialog of a hundred places is drawn in slices.
  const open = (next: OpenDialog | null) =>
    startTransition(() => {
      setNotice(null)
      setDialog(next)
    })
  const chooseSlot = (position: number) => {
    const entry = entries.find((each) => each.position === position)
    if (!entry && circle?.closed_at) return
    open(entry ? { kind: 'details', entry } : { kind: 'choose', position })
  }
  if (isRoda && entries.length + waiting.length === 0) return <NobodyYet />
  if (isRoda && entries.length === 0 && circle && bothText(circle) !== null) return <FirstOrder waiting={waiting} />
  const ways = () => (
    <Ways
      isReal={isReal && !entries.some((entry) => entry.is_receiver)}
      isRefreshing={isRefreshing}
      onAction={(kind) => open({ kind })}
      onRefresh={onRefresh}
    />
  )
  return (
    <>
      <div>
        {/* Where everybody has a place the order is mostly read. */}
        {circle?.closed_at ? (
          <OrderLinks />
        ) : isRoda && waiting.length === 0 ? (
          <Part id="mudar" title="Mudar a ordem">
            {ways}
          </Part>
        ) : (
          ways()
        )}
        <div role="status">
          {notice !== null && (
            <Alert
              mt="md"
              color="mata"
              withCloseButton
              closeButtonLabel="Fechar aviso"
              onClose={() => setNotice(null)}
              className="wrap-anywhere"
            >
              {notice}
            </Alert>
          )}
        </div>
      </div>
      <div className="queue-layout">
        <div className="queue-summary">
          <VacancyCard
            occupied={new Set(entries.map(({ user_id: id }) => id)).size}
            receivers={entries.filter((entry) => entry.is_receiver).length}
            waiting={waiting.length}
          />
        </div>
        <QueueList
          entries={entries}
          waiting={circle?.closed_at ? [] : waiting}
          onAdd={(user) => open({ kind: 'add', user })}
          onDetails={(entry) => open({ kind: 'details', entry })}
          onRemove={isRoda ? null : (entry) => open({ kind: 'remove', entry })}
        />
        <Paper withBorder p="md" className="queue-map" component="section" aria-label={say('Mapa da fila')}>
          <Title order={2} size="h5" mb="sm">
            {say('Mapa da fila')}
          </Title>
          {hasMap && <SlotGrid entries={entries} choosable="all" onChoose={chooseSlot} />}
          {level > 1 && (
            <Text size="sm" c="dimmed" mt="sm">
              {say('Na Fila N')}
              {level}
              {say(
                ', o lugar vem do upgrade que o próprio participante aceita. Em espera aparece só quem já chegou a este nível e ficou sem lugar.',
              )}
            </Text>
          )}
        </Paper>
      </div>
      <QueueDialogs
        open={dialog}
        level={level}
        queue={queue}
        users={users}
        waiting={waiting}
        reload={reload}
        onOpen={open}
        onDone={(text) => {
          setDialog(null)
          setNotice(text)
        }}
      />
    </>
  )
}
