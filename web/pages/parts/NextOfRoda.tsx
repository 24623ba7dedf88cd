import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { drawsQuery } from '#web/features/draw/api.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import type { FirstSteps } from '#web/features/first-steps/api.ts'
import { nextOfRoda } from './next-of-roda.ts'

/** The one thing that a new roda waits for, at the head of its organiser's page; `waiting`: how many for an approval. */
export function NextOfRoda({ steps, waiting }: { steps: FirstSteps; waiting: number }) {
  const { data: draws } = useQuery({ ...drawsQuery, enabled: steps.places === 0 })
  const next = draws && nextOfRoda(steps, draws, waiting)
  if (!next) return null
  const { title, text, action, to, other } = next
  return (
    <Acting>
      <Paper withBorder p="md" component="section" aria-labelledby="next-of-roda">
        <Title order={2} size="h4" id="next-of-roda">
          {title}
        </Title>
        <Text mb="sm">{text}</Text>
        <Group>
          <Button component={Link} to={to} mih={44}>
            {action}
          </Button>
          {other && (
            <Anchor component={Link} to="/admin/queue/draw">
              {other}
            </Anchor>
          )}
        </Group>
      </Paper>
    </Acting>
  )
}
