import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { speaksOfRoda } from '#web/text/say.ts'
import { BackLink } from './BackLink.tsx'

/** The places of a roda behind whose doors other pages stand. */
const PLACES = {
  roda: { to: '/roda', name: 'A roda' },
  own: { to: '/profile', name: 'Eu' },
  donations: { to: '/donations', name: 'Doações' },
} as const

type Props = {
  readonly title: ReactNode
  /** The page's purpose, in a sentence or two. */
  readonly children?: ReactNode
  /** The place of a roda that leads here, and back; in circles of several levels the menu does. */
  readonly from?: keyof typeof PLACES | null
}

/** The head of a page. */
export function PageHead({ title, children, from = null }: Props) {
  return (
    <Stack gap="md">
      {from !== null && speaksOfRoda() && <BackLink to={PLACES[from].to}>{PLACES[from].name}</BackLink>}
      <div>
        <Title order={1} size="h2" className="wrap-anywhere">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" maw={680} mt={4}>
            {children}
          </Text>
        )}
      </div>
    </Stack>
  )
}
