import { Anchor, Paper, Skeleton, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { OutcomeSummary } from './Outcome.tsx'

/** Shows what the plan does to its people before the registration asks for a document or a PIX key. */
export function PlanDisclosure({ outcome }: { outcome: PlanOutcome | undefined }) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="antes-de-entrar">
      <Title order={2} size="h5" id="antes-de-entrar" mb="xs">
        Antes de entrar: o que este círculo faz
      </Title>
      {outcome ? <OutcomeSummary outcome={outcome} /> : <Skeleton height={150} mb="xs" />}
      <Anchor component={Link} to="/terms" size="sm">
        Ler os termos inteiros
      </Anchor>
    </Paper>
  )
}
