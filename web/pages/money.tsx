import { MoneyList } from '#web/features/circle/fiscals/MoneyList.tsx'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { FiscalPage } from './parts/FiscalPage.tsx'

export default function MoneyPage() {
  return (
    <FiscalPage
      title="O dinheiro da roda"
      text="Quem doou a quem, quanto, e o que falta. Chaves, contatos e comprovantes são só das duas pessoas."
      nothing={<EmptyState title="Só para fiscais">Um fiscal da roda lê isto aqui, e agora você não é.</EmptyState>}
    >
      <MoneyList />
      <CircleMonth />
    </FiscalPage>
  )
}
