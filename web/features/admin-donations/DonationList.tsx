import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ADMIN_DONATION_PAGE_SIZES } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { useExistingPage } from '#web/ui/useExistingPage.ts'
import { listQuery } from './api.ts'
import { DonationTable } from './DonationTable.tsx'
import { isSearching } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Patch, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Patch, options?: { push?: boolean }) => void }

export function DonationList({ view, onChange }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(view))
  const goTo = useCallback((pagina: number) => onChange({ pagina }), [onChange])
  const isThere = useExistingPage(view.page, isPlaceholderData ? undefined : data?.pagination, goTo)

  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar doações" refetch={refetch} />
  if (!data || !isThere) return <LoadingRows rows={5} />
  if (data.pagination.totalItems === 0) return <Nothing view={view} onChange={onChange} />
  return (
    <Stack>
      {error && (
        <Alert color="yellow" role="alert">
          {failureText(error, 'Erro ao carregar doações')} Abaixo está o que foi lido por último.
        </Alert>
      )}
      <DonationTable
        rows={data.data}
        isBusy={isPlaceholderData}
        onOpen={(id) => onChange({ doacao: id }, { push: true })}
      />
      <Paging
        label="Páginas de doações"
        pages={data.pagination}
        onPage={(page) => onChange({ pagina: page }, { push: true })}
        choice={{ sizes: ADMIN_DONATION_PAGE_SIZES, onSize: (size) => onChange({ tamanho: size, pagina: '' }) }}
      />
    </Stack>
  )
}

function Nothing({ view, onChange }: Props) {
  const clearSearch = isSearching(view) && (
    <Button variant="light" onClick={() => onChange({ por: '', busca: '', pagina: '' })}>
      Limpar busca
    </Button>
  )
  const showAll = view.group !== null && (
    <Button variant="light" onClick={() => onChange({ filtro: '', pagina: '' })}>
      Mostrar todas
    </Button>
  )
  if (clearSearch) {
    return (
      <EmptyState
        title="Nenhum resultado encontrado"
        action={
          <Group justify="center">
            {clearSearch}
            {showAll}
          </Group>
        }
      >
        Confira se o ID está completo e se é do tipo escolhido na busca.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nenhuma doação encontrada" action={showAll}>
      {view.group === null
        ? say('As doações aparecem aqui depois do primeiro PULL mensal.')
        : say('Nenhuma doação está neste status agora.')}
    </EmptyState>
  )
}
