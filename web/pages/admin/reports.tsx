import { Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Receipts } from '#web/features/admin-donations/Receipts.tsx'
import { countsQuery, useRefresh } from '#web/features/admin-reports/api.ts'
import { Filters } from '#web/features/admin-reports/Filters.tsx'
import { ReportDetails } from '#web/features/admin-reports/ReportDetails.tsx'
import { ReportStats } from '#web/features/admin-reports/ReportStats.tsx'
import { ReportList } from '#web/features/admin-reports/ReportList.tsx'
import { reportsSearch } from '#web/features/admin-reports/search.ts'
import { viewOf } from '#web/features/admin-reports/view.ts'
import { CaseTimeline } from '#web/features/cases/CaseTimeline.tsx'
import { Help } from '#web/ui/Help.tsx'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function AdminReportsPage() {
  const [address, change] = useUrlState(reportsSearch)
  const refresh = useRefresh()
  const view = viewOf(address)
  // In a roda, where most months have none, zeros and their filters say nothing.
  const { data: ever } = useQuery({ ...countsQuery({ from: '', to: '' }), enabled: speaksOfRoda() })
  const isEmpty = speaksOfRoda() && ever?.total === 0
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Help
            about={say('os reports')}
            title={
              <Title order={1} size="h2">
                {say('Reports de Doações')}
              </Title>
            }
          >
            {say(
              'Um report pausa o prazo de uma doação enquanto os dois lados contam o que houve. Leia, peça o que falta até um dia, e decida com um motivo: ele é dito aos dois. Na dúvida, peça o comprovante no banco antes de decidir.',
            )}
          </Help>
        </div>
        <Button variant="default" onClick={() => void refresh()}>
          Atualizar
        </Button>
      </Group>
      <FirstLook>
        {!isEmpty && (
          <>
            <ReportStats view={view} />
            <Filters view={view} onChange={change} />
          </>
        )}
        <ReportList view={view} onChange={change} />
      </FirstLook>
      {view.open && (
        <ReportDetails
          key={view.open}
          id={view.open}
          isResolving={view.isResolving}
          onResolving={(isResolving) => change({ acao: isResolving ? 'resolver' : '' })}
          onClose={() => change({ report: '', acao: '' })}
          Receipt={Receipts}
          Timeline={CaseTimeline}
        />
      )}
    </Stack>
  )
}
