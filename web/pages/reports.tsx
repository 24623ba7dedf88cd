import { Stack } from '@mantine/core'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback } from 'react'
import { countsQuery, reportKeys } from '#web/features/reports/api.ts'
import { Filters } from '#web/features/reports/Filters.tsx'
import { ReportStats } from '#web/features/reports/ReportStats.tsx'
import { ReportList } from '#web/features/reports/ReportList.tsx'
import { reportsSearch } from '#web/features/reports/search.ts'
import { viewOf } from '#web/features/reports/view.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

const ReportDetails = lazyPart(() => import('#web/features/reports/ReportDetails.tsx'))

export default function ReportsPage() {
  const { user } = useAuth()
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  return user?.adminApproved ? <Reports /> : <LoadingScreen />
}

function Reports() {
  const [address, change] = useUrlState(reportsSearch)
  const view = viewOf(address)
  const client = useQueryClient()
  const isRefreshing = useIsFetching({ queryKey: reportKeys }) > 0
  // In a roda, where most never have one, zeros and their filters say nothing.
  const { data: counts } = useQuery(countsQuery)
  const isEmpty = speaksOfRoda() && counts?.total === 0
  const close = useCallback(() => change({ report: '' }), [change])
  return (
    <Stack gap="lg">
      <PageHead title={say('Meus Reports')} from="own">
        {say('Acompanhe o status dos reports que você criou')}
      </PageHead>
      <FirstLook>
        {!isEmpty && (
          <>
            <ReportStats />
            <Filters
              filter={view.filter}
              onFilter={(filter) => change({ filtro: filter === 'todos' ? '' : filter, pagina: '' })}
              onRefresh={() => void client.invalidateQueries({ queryKey: reportKeys })}
              isRefreshing={isRefreshing}
            />
          </>
        )}
        <ReportList view={view} onChange={change} />
      </FirstLook>
      {view.open && (
        <Suspense fallback={null}>
          <ReportDetails id={view.open} onClose={close} />
        </Suspense>
      )}
    </Stack>
  )
}
