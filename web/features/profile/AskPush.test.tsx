import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { AskPush } from './AskPush.tsx'

let refused: Error | null = null
vi.stubGlobal('Notification', { permission: 'default' })
vi.mock('#web/api/push.ts', () => ({ pushAbility: () => 'able' }))
vi.mock('./notices-api.ts', () => ({
  preferencesQuery: { queryKey: ['preferences'], queryFn: () => ({}) },
  pushDevicesQuery: { queryKey: ['push-devices'], queryFn: () => ({}) },
  useSwitchPush: () => ({ isPending: false, isError: false, error: null }),
  useAsked: () => ({ isPending: false, error: refused }),
}))

function drawn(): string {
  const client = new QueryClient()
  client.setQueryData(['preferences'], { pushAsked: false })
  client.setQueryData(['push-devices'], { publicKey: 'key', subscriptions: [] })
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <AskPush userId="rosa" />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('somebody who said not now, and of whom that could not be written down, reads why they are still asked', () => {
  const why = 'Não foi possível guardar a sua resposta.'
  expect(drawn()).toContain('Agora não')
  expect(drawn()).not.toContain(why)
  refused = new ApiError(500, 'failed')
  expect(drawn()).toContain(why)
})
