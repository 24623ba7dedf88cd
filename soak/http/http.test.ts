import { inject, test } from 'vitest'
import { useTestServer } from '../apps/test-server.ts'
import { smallDose } from '../testing/small-dose.ts'
import { http } from './http.ts'

test('no request to any live route is answered 500, 503 or nothing, and everything is whole after it', async () => {
  useTestServer({ postgres: inject('postgres'), people: inject('people') })
  await smallDose(http, 3)
})
