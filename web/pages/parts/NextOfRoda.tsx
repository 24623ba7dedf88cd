import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { beginningQuery } from '#web/features/beginning/api.ts'
import { drawsQuery } from '#web/features/draw/api.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import type { FirstSteps } from '#web/features/first-steps/api.ts'
import { nextOfRoda, nextPlace } from './next-of-roda.ts'

type NextOfRodaProps = {
  readonly steps: FirstSteps
  /** How many wait for an approval. */
  readonly waiting: number
  /** For how many people the plan was shown, while another number keeps the first contributions waiting. */
  readonly planned: number | undefined
}

/** The one thing that a new roda waits for, at the head of its organiser's page. */
export function NextOfRoda({ steps, waiting, planned }: NextOfRodaProps) {
  const hasOrder = steps.places > 0
  const { data: draws } = useQuery({ ...drawsQuery, enabled: !hasOrder })
  const { data: beginning } = useQuery({ ...beginningQuery, enabled: !hasOrder })
  const next = hasOrder
    ? planned !== undefined && nextPlace(steps, waiting)
    : draws && beginning && nextOfRoda(steps, draws, waiting, beginning)
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
