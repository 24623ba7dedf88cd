import { expect, test, vi } from 'vitest'
import { listFirstReadings } from './first-readings.ts'

test('the first script asks for exactly what the pages’ own queries ask for', async () => {
  expect(await listFirstReadings()).toEqual({
    visitors: ['/circle'],
    signedIn: ['/users/profile'],
    pages: {
      '/donations': {
        all: ['/donations/to-send', '/donations/to-receive', '/donations/stats', '/donations/history?page=1&limit=20'],
        approved: ['/ledger/payment-keys'],
      },
      '/home': {
        all: ['/donations/to-send', '/donations/to-receive'],
        approved: ['/circle/forecast', '/me/terms', '/circle/result'],
      },
    },
  })
})

test('no reader of these is left waiting, who would give up in the middle of a slow build', async () => {
  const waits = vi.spyOn(AbortSignal, 'timeout')
  await listFirstReadings()
  expect(waits).not.toHaveBeenCalled()
  waits.mockRestore()
})
