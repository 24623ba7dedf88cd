import { Alert, Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { statsQuery, useRefresh } from '#web/features/admin-donations/api.ts'
import { DonationDetails } from '#web/features/admin-donations/DonationDetails.tsx'
import { DonationStats } from '#web/features/admin-donations/DonationStats.tsx'
import { DonationList } from '#web/features/admin-donations/DonationList.tsx'
import { OfPerson } from '#web/features/admin-donations/OfPerson.tsx'
import { isId } from '#web/text/is-id.ts'
import { ExportButton } from '#web/features/admin-donations/ExportButton.tsx'
import { Filters } from '#web/features/admin-donations/Filters.tsx'
import { donationsSearch } from '#web/features/admin-donations/search.ts'
import { viewOf } from '#web/features/admin-donations/view.ts'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'

export default function AdminDonationsPage() {
  const [address, change] = useUrlState(donationsSearch)
  const [failure, setFailure] = useState<string | null>(null)
  const refresh = useRefresh()
  const view = viewOf(address)
  // In a roda that has asked for nothing yet, zeros and their filters say nothing.
  const isEmpty = useQuery(statsQuery).data?.totalDonations === 0 && speaksOfRoda()
  const closeFailed = useCallback(
    (reason: string) => {
      setFailure(reason)
      change({ doacao: '' })
    },
    [change],
  )
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Title order={1} size="h2">
          {say('Doações do Sistema')}
        </Title>
        {!isEmpty && (
          <Group gap="xs" align="flex-start">
            <Button variant="default" onClick={() => void refresh()}>
              Atualizar
            </Button>
            <ExportButton view={view} disabled={false} />
          </Group>
        )}
      </Group>
      {failure !== null && (
        <Alert
          color="red"
          role="alert"
          title="Erro ao carregar detalhes da doação"
          withCloseButton
          closeButtonLabel="Fechar"
          onClose={() => setFailure(null)}
        >
          {failure}
        </Alert>
      )}
      {!isEmpty && (
        <>
          <DonationStats />
          <Filters view={view} onChange={change} />
        </>
      )}
      {view.by === 'pessoa' && isId(view.id) && <OfPerson id={view.id} />}
      <DonationList view={view} onChange={change} />
      {view.open && (
        <DonationDetails
          key={view.open}
          id={view.open}
          onClose={() => change({ doacao: '' })}
          onFailed={closeFailed}
          onSearch={(por, busca) => change({ por, busca, filtro: '', pagina: '', doacao: '' }, { push: true })}
        />
      )}
    </Stack>
  )
}
