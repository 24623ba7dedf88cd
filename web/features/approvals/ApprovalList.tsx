import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ADMIN_PAGE_SIZE } from '#contracts/limits.ts'
import { useCallback } from 'react'
import { Paging } from '#web/ui/Paging.tsx'
import { pagesOf } from '#web/ui/page-window.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { useExistingPage } from '#web/ui/useExistingPage.ts'
import { useScrollToHash } from '#web/ui/useScrollToHash.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { approvalsQuery } from './api.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import { say } from '#web/text/say.ts'
import { approvalsSearch } from './search.ts'
import { SignHere, useSignsNothing } from './SignHere.tsx'

/** The proposals that wait, and those that were decided, page by page. `isAlone`: nothing else on the page waits. */
export function ApprovalList({ isAlone }: { isAlone: boolean }) {
  const [address, go] = useUrlState(approvalsSearch)
  const open = useQuery(approvalsQuery('open', address.pagina ?? 1))
  const signsNothing = useSignsNothing()
  const ended = useQuery(approvalsQuery('ended', address.decididas ?? 1))
  useScrollToHash(open.data !== undefined && ended.data !== undefined)
  const openPages = open.data && pagesOf(open.data.total, ADMIN_PAGE_SIZE, address.pagina ?? 1)
  const endedPages = ended.data && pagesOf(ended.data.total, ADMIN_PAGE_SIZE, address.decididas ?? 1)
  const toOpen = useCallback((page: number) => go({ pagina: page === 1 ? '' : page }, { push: true }), [go])
  const toEnded = useCallback((page: number) => go({ decididas: page === 1 ? '' : page }, { push: true }), [go])
  useExistingPage(address.pagina ?? 1, openPages, toOpen)
  useExistingPage(address.decididas ?? 1, endedPages, toEnded)
  if (open.error && !open.data)
    return <Unread error={open.error} otherwise="Erro ao carregar as aprovações" refetch={open.refetch} />
  if (!open.data || !openPages || signsNothing === undefined) return <LoadingRows label="Carregando as aprovações..." />
  return (
    <Stack>
      {open.data.total === 0 && isAlone && (
        <EmptyState title="Nada espera por aprovação">
          {say(
            'Num círculo real, trocar a chave de outra pessoa, decidir um report com efeito, mudar plano ou operador e convidar quem administra pede duas pessoas, ou 72 horas.',
          )}
        </EmptyState>
      )}
      {open.data.total > 0 && signsNothing && <SignHere />}
      {open.data.data.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      {open.data.total > ADMIN_PAGE_SIZE && (
        <Paging label="Páginas do que espera" noun="propostas" pages={openPages} onPage={toOpen} />
      )}
      {ended.data && ended.data.total > 0 && (
        <>
          <Title order={2} size="h4" mt="lg">
            Já decididas
          </Title>
          {ended.data.data.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
          {ended.data.total > ADMIN_PAGE_SIZE && (
            <Paging label="Páginas do que foi decidido" noun="propostas" pages={endedPages!} onPage={toEnded} />
          )}
        </>
      )}
    </Stack>
  )
}
