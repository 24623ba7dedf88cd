import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noticesQuery } from '#web/features/notices/api.ts'
import { NoticeList } from '#web/features/notices/NoticeList.tsx'
import { noticesSearch } from '#web/features/notices/search.ts'
import { Paging } from '#web/ui/Paging.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { say } from '#web/text/say.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function NoticesPage() {
  const [{ pagina = 1 }, change] = useUrlState(noticesSearch)
  const { data, error, refetch, isFetchedAfterMount } = useQuery(noticesQuery(pagina))
  return (
    <Stack gap="lg" maw={720}>
      <PageHead title="Avisos">{say('O que mudou para você: doações, lugar na fila, acesso e reports.')}</PageHead>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar os avisos" refetch={refetch} />}
      {!data && !error && <LoadingRows label="Carregando os avisos..." />}
      {data && data.pagination.totalItems === 0 && (
        <EmptyState title="Nenhum aviso até agora">
          Quando algo mudar para você, fica escrito aqui e sai também por e-mail.
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <NoticeList notices={data.data} isFresh={isFetchedAfterMount} />
          <Paging
            label="Páginas de avisos"
            noun="avisos"
            pages={data.pagination}
            onPage={(to) => change({ pagina: to === 1 ? '' : to }, { push: true })}
          />
        </>
      )}
    </Stack>
  )
}
