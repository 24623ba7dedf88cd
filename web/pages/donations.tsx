import { Alert, Badge, Paper, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { AnswerOf } from '#contracts/contract.ts'
import { moneyText } from '#contracts/money-text.ts'
import { prefetch } from '#web/api/query.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { HISTORY_PAGE, historyQuery, statsQuery, toReceiveQuery, toSendQuery } from '#web/features/donations/api.ts'
import { loadDialogs } from '#web/features/donations/DonationCard.tsx'
import { ToReceiveList, ToSendList } from '#web/features/donations/DonationLists.tsx'
import { useNotice } from '#web/features/donations/notice.ts'
import { PayAhead } from '#web/features/donations/PayAhead.tsx'
import { SharedWaits } from '#web/features/donations/SharedReceipt.tsx'
import { progressQuery } from '#web/features/levels/api.ts'
import { AskPush } from '#web/features/profile/AskPush.tsx'
import { SigningNote } from '#web/features/session/SigningNote.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { say } from '#web/text/say.ts'
import { queries } from './donations.queries.ts'
import { useNamedDonation } from '#web/features/donations/useNamedDonation.ts'

prefetch(queries)

const PRELOAD_AFTER_MS = 1_000
const loadLevels = () => import('#web/features/levels/Levels.tsx')
const loadHistory = () => import('#web/features/donations/HistoryList.tsx')
const loadStatement = () => import('#web/features/papers/StatementCard.tsx')
const HistoryList = lazyPart(async () => ({ default: (await loadHistory()).HistoryList }))
const StatementCard = lazyPart(async () => ({ default: (await loadStatement()).StatementCard }))
const Levels = lazyPart(async () => ({ default: (await loadLevels()).Levels }))

const toSendList = (isRoda: boolean | undefined) => (
  <Stack>
    <ToSendList />
    {isRoda && <PayAhead />}
  </Stack>
)

export default function DonationsPage() {
  const { user } = useAuth()
  const { data: stats, error, refetch } = useQuery(statsQuery)
  const sending = useQuery(toSendQuery)
  const receiving = useQuery(toReceiveQuery)
  const ended = useQuery(historyQuery(1, HISTORY_PAGE)).data?.pagination.totalItems
  // In a roda there is nothing to go up to, and so nothing to count.
  const isRoda = useIsRoda()
  const progress = useQuery({ ...progressQuery, enabled: isRoda === false }).data

  const [notice, dismissNotice] = useNotice()
  usePreloadTabs()
  const [tab, setTab] = useNamedDonation(sending, receiving)
  const counts = {
    toSend: sending.data?.length,
    toReceive: receiving.data?.length,
    ended,
    levels: isRoda ? null : progress?.upgrades.length,
  }
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Doações
      </Title>
      {notice && (
        <Alert
          color={notice.isGood ? 'mata' : 'red'}
          role={notice.isGood ? 'status' : 'alert'}
          withCloseButton
          closeButtonLabel="Fechar aviso"
          onClose={dismissNotice}
        >
          {notice.text}
        </Alert>
      )}
      {user && <SharedWaits userId={user.id} />}
      <SigningNote />
      {user && stats && (stats.totalDonated > 0 || sending.data?.some((one) => one.receipt_sent_at)) && (
        <AskPush userId={user.id} />
      )}
      {error && !stats && <Unread error={error} otherwise="Erro ao carregar dados das doações" refetch={refetch} />}
      {/* A roda says the sums on its own page. */}
      {!isRoda && <Sums stats={stats} />}
      <DonationTabs tab={tab} onTab={setTab} counts={counts} isRoda={isRoda} />
    </Stack>
  )
}

/** The four sums of all that was given and received, and of what waits. */
function Sums({ stats }: { stats: AnswerOf<'GET /donations/stats'> | undefined }) {
  const cards = [
    ['Total doado', stats && moneyText(stats.totalDonated)],
    ['Total recebido', stats && moneyText(stats.totalReceived)],
    ['A fazer', stats && String(stats.pendingToSend)],
    ['A receber', stats && String(stats.pendingToReceive)],
  ]
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {cards.map(([label, value]) => (
        <Paper key={label} withBorder p="sm">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={700} fz="lg">
            {value ?? '…'}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

type TabsProps = {
  readonly tab: string
  readonly onTab: (tab: string) => void
  /** How many are in each; undefined while that is being read, null where there is nothing to count. */
  readonly counts: Readonly<Record<'toSend' | 'toReceive' | 'ended' | 'levels', number | null | undefined>>
  readonly isRoda: boolean | undefined
}

/** Both lists, the history and the levels: each is made when its tab is opened. */
function DonationTabs({ tab, onTab, counts, isRoda }: TabsProps) {
  const tabs = [
    { value: 'to-send', label: 'A Fazer', count: counts.toSend, list: toSendList(isRoda) },
    { value: 'to-receive', label: 'A Receber', count: counts.toReceive, list: <ToReceiveList /> },
    {
      value: 'history',
      label: 'Histórico',
      count: counts.ended,
      list: (
        <Stack>
          {!isRoda && <StatementCard />}
          <HistoryList />
          {isRoda && <StatementCard />}
        </Stack>
      ),
    },
    {
      value: 'levels',
      label: isRoda ? 'Sua vez' : say('Níveis'),
      count: counts.levels,
      list: <Levels />,
    },
  ]
  return (
    <Tabs value={tab} onChange={(chosen) => onTab(chosen ?? 'to-send')} keepMounted={false}>
      <Tabs.List grow aria-label="Doações">
        {tabs.map(({ value, label, count }) => (
          <Tabs.Tab key={value} value={value} px={6} className="count-tab">
            {label}{' '}
            {count !== null && (
              <Badge component="span" size="sm" miw={24} variant="light" color={count ? 'mata' : 'gray'}>
                {count ?? '…'}
              </Badge>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, list }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Suspense fallback={<LoadingRows />}>{list}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/**
 * Fetches the other tabs and the dialogs once the page is drawn, so that a click on a slow network waits for nothing, and one
 * without a network finds what it asks for.
 */
function usePreloadTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(
      () => void Promise.allSettled([loadHistory(), loadLevels(), client.prefetchQuery(progressQuery), loadDialogs()]),
      PRELOAD_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [client])
}
