import { Button, Paper, Text, Title } from '@mantine/core'
import { Acting } from '#web/features/session/Acting.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { useTakePart } from './api.ts'
import type { CircleSettings } from './api.ts'

/** An organiser joins the roda that they administer, while nothing was asked of anybody; nothing where that cannot be. */
export function TakePartCard({ settings: { circle, in_use: isInUse } }: { settings: CircleSettings }) {
  const { user, reload } = useAuth()
  const { mutate, isPending, error } = useTakePart(reload)
  if (circle.mode !== 'real' || isInUse || circle.closed_at || user?.takesPartIn === circle.id) return null
  return (
    <Acting>
      <Paper withBorder p="lg" mt="md" component="section" aria-labelledby="take-part">
        <Title order={2} size="h4" id="take-part">
          Eu também participo
        </Title>
        <Text mt={4} mb="md">
          Você dá e recebe como todos, com esta mesma conta. Isso fica nos termos, e cada pessoa é convidada a
          aceitá-los de novo. A primeira ordem passa a ser sorteada ou combinada por todos. Nos seus próprios assuntos
          decide outra pessoa.
        </Text>
        <Refused error={error} otherwise="Não foi possível participar." mb="md" />
        <Button mih={44} onClick={() => mutate()} disabled={isPending}>
          {isPending ? 'Anotando...' : 'Participar também'}
        </Button>
      </Paper>
    </Acting>
  )
}
