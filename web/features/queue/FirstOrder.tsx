import { Button, List, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Acting } from '#web/features/session/Acting.tsx'
import type { User } from './api.ts'
import { nameOf } from './queue-list.ts'

/** A roda without an order yet, whose organiser takes part: it is drawn, and by hand nobody gets a place. */
export function FirstOrder({ waiting }: { waiting: readonly User[] }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label="A primeira ordem">
      <Text>
        Ainda não há ordem. Quem organiza também participa: por isso ela sai de um sorteio, ou de um acordo de todos.
      </Text>
      <Acting>
        <Button component={Link} to="/admin/queue/draw" my="md" mih={44}>
          Sortear ou combinar a ordem
        </Button>
      </Acting>
      <Text fw={600}>Entram nela</Text>
      <List>
        {waiting.map((user) => (
          <List.Item key={user.id} className="wrap-anywhere">
            {nameOf(user)}
          </List.Item>
        ))}
      </List>
    </Paper>
  )
}
