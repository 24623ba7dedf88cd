import { Container, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'

type Props = { readonly title: string; readonly size?: number; readonly children: ReactNode }

/** A page for whoever has not signed in: narrow, below the name. */
export function DoorPage({ title, size = 460, children }: Props) {
  return (
    <Container size={size} py="xl" component="main">
      <Stack gap="lg">
        <Brand size={40} />
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </Stack>
    </Container>
  )
}
