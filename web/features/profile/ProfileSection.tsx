import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled part of the profile. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="lg" aria-label={title}>
      <Title order={2} size="h5" mb="sm" className="section-title">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
