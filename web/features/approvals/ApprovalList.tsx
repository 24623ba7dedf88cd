import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '#web/api/client.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { endedApprovalsQuery, openApprovalsQuery } from './api.ts'
import { ApprovalCard } from './ApprovalCard.tsx'

/** The proposals that wait, and the last ones that were decided. */
export function ApprovalList() {
  const open = useQuery(openApprovalsQuery)
  const ended = useQuery(endedApprovalsQuery)
  if (open.error && !open.data)
    return (
      <ErrorState
        message={failureText(open.error, 'Erro ao carregar as aprovações')}
        onRetry={() => void open.refetch()}
      />
    )
  if (!open.data) return <LoadingRows label="Carregando as aprovações..." />
  return (
    <Stack>
      {open.data.data.length === 0 ? (
        <EmptyState title="Nada espera por aprovação">
          Num círculo real, trocar a chave de outra pessoa, decidir um report com efeito, mudar plano ou operador e
          convidar quem administra pede duas pessoas, ou 72 horas.
        </EmptyState>
      ) : (
        open.data.data.map((approval) => <ApprovalCard key={approval.id} approval={approval} />)
      )}
      {ended.data && ended.data.data.length > 0 && (
        <>
          <Title order={2} size="h4" mt="lg">
            Já decididas
          </Title>
          {ended.data.data.map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
        </>
      )}
    </Stack>
  )
}
