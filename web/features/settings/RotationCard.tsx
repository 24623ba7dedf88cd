import { Alert, Anchor, Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { outcomeQuery, resultQuery } from '#web/features/circle/api.ts'
import { StoppingGains } from '#web/features/circle/StoppingGains.tsx'
import { useBeginRotation } from './api.ts'
import type { CircleSettings } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** The same people begin another rotation, once everybody is at zero. */
export function RotationCard({ circle }: Pick<CircleSettings, 'circle'>) {
  const { data: result } = useQuery(resultQuery)
  const { data: outcome } = useQuery({ ...outcomeQuery, enabled: result?.rotation_over === true })
  const begin = useBeginRotation()
  if (circle.closed_at || (!result?.rotation_over && !begin.isSuccess)) return null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="rotation">
      <Title order={2} size="h4" id="rotation">
        Começar outra volta
      </Title>
      {begin.isSuccess ? (
        <Alert color="mata" mt="sm" role="status" title="Outra volta começou">
          Todos foram avisados. A cada um só se pede a contribuição depois de aceitar de novo. Agora{' '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/queue/draw" />}>
            sorteiem ou combinem a nova ordem
          </Anchor>
          ; sem isso, vale a de hoje.
        </Alert>
      ) : (
        <>
          <Text mt={4} mb="sm">
            Com as mesmas pessoas e as mesmas contas em zero. Cada pessoa é avisada e aceita os termos de novo; quem não
            aceitar não contribui nem recebe. A ordem pode ser sorteada ou combinada outra vez.
          </Text>
          {outcome && <StoppingGains outcome={outcome} />}
          <Refused error={begin.error} otherwise="Não foi possível começar outra volta." />
          <Button mih={44} mt="sm" disabled={begin.isPending} onClick={() => begin.mutate()}>
            {begin.isPending ? 'Começando...' : 'Começar outra volta'}
          </Button>
        </>
      )}
    </Paper>
  )
}
