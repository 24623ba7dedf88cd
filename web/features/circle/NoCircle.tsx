import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** Stands where a page of a circle would, while there is none: what is missing, and what comes next. */
export function NoCircle({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={1} size="h3">
          Ainda não há um círculo
        </Title>
        <Text c="dimmed" maw={460} style={{ textWrap: 'balance' }}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
