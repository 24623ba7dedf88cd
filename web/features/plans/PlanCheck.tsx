import { Alert, Text } from '@mantine/core'
import type { PlanCheckResult } from './draft.ts'

/** Whether the copy may be used, whether it gives back to each what they gave, and if not, why not. */
export function PlanCheck({ check: { faults, isBalanced, imbalances } }: { check: PlanCheckResult }) {
  if (faults.length > 0) {
    return (
      <Alert color="red" role="alert" title="Este plano não fecha">
        <Reasons reasons={faults} />
      </Alert>
    )
  }
  if (isBalanced) {
    return (
      <Alert color="mata" role="status" title="Equilibrado">
        <Text size="sm">
          Cada nível é pago só pelas contribuições de quem está nele, e nada mais é devido: numa volta completa, cada um
          recebe o que doou. Antes de ela se completar, uns estão à frente e outros atrás: veja quanto abaixo. Serve
          para uma demonstração ou para um círculo real.
        </Text>
      </Alert>
    )
  }
  return (
    <Alert color="sol" role="status" title="Não equilibrado: só em demonstração">
      <Text size="sm">Este plano não devolve a cada participante o que ele doou:</Text>
      <Reasons reasons={imbalances} />
    </Alert>
  )
}

function Reasons({ reasons }: { reasons: readonly string[] }) {
  return (
    <ul className="lab-reasons">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
