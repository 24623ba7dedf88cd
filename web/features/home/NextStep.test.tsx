import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { receiveQuery, sendQuery } from './api.ts'
import { lackingOf } from '#web/ui/lacking.ts'
import type { Reading } from '#web/ui/lacking.ts'
import { NextStep } from './NextStep.tsx'

const refetch = () => undefined
const here: Reading = { data: {}, error: null, refetch }
const onItsWay: Reading = { data: undefined, error: null, refetch }
const failed: Reading = { data: undefined, error: new ApiError(500, 'failed'), refetch }

const drawn = (readings: readonly Reading[]) => {
  const client = new QueryClient()
  for (const { queryKey } of [sendQuery, receiveQuery]) client.setQueryData(queryKey, [])
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <NextStep isApproved other={null} lacking={lackingOf(readings)} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

test('nobody reads that nothing is to be done while something that may say otherwise is not read', () => {
  expect(drawn([here, here])).toContain('Nada a fazer agora')
  expect(drawn([here, onItsWay])).toContain('role="status"')
  expect(drawn([here, onItsWay, failed])).toContain('Tentar novamente')
  for (const readings of [[onItsWay], [failed], [here, failed]])
    expect(drawn(readings)).not.toContain('Nada a fazer agora')
})

test('what failed once and is known from before is not lacking', () => {
  expect(lackingOf([{ ...failed, data: {} }])).toBeNull()
})
