import { useQuery } from '@tanstack/react-query'
import { ApprovalList } from '#web/features/approvals/ApprovalList.tsx'
import { Doors } from '#web/ui/Doors.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { fiscalsQuery } from '#web/features/circle/fiscals/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { FiscalPage } from './parts/FiscalPage.tsx'

export default function DecisionsPage() {
  const { user } = useAuth()
  const { data } = useQuery({ ...fiscalsQuery, enabled: user?.adminApproved === true })
  const cases = data?.waiting.cases ?? []
  return (
    <FiscalPage
      title="Decisões que esperam por você"
      text="Leia, pergunte a quem propôs, e só então decida. A sua aprovação fica no livro, assinada por este aparelho. O que é assunto seu, outra pessoa decide."
      nothing={
        <EmptyState title="Nada espera por você">Só um fiscal da roda decide aqui, e agora você não é.</EmptyState>
      }
    >
      {cases.length > 0 && (
        <Doors
          label="Casos"
          doors={cases.map((id) => ({ to: `/reports/${id}`, title: 'Ler um caso e decidir', isLoud: true }))}
        />
      )}
      <ApprovalList isAlone={cases.length === 0} />
    </FiscalPage>
  )
}
