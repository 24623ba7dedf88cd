import { ApprovalList } from '#web/features/approvals/ApprovalList.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FiscalPage } from './parts/FiscalPage.tsx'

export default function DecisionsPage() {
  return (
    <FiscalPage
      title="Decisões que esperam por você"
      text="Leia, pergunte a quem propôs, e só então decida. A sua aprovação fica no livro, assinada por este aparelho. O que é assunto seu, outra pessoa decide."
      nothing={
        <EmptyState title="Nada espera por você">Só um fiscal da roda decide aqui, e agora você não é.</EmptyState>
      }
    >
      <ApprovalList isAlone />
    </FiscalPage>
  )
}
