import { expect, inject, test } from 'vitest'
import { useTestServer } from './apps/test-server.ts'
import { clock } from './clock.ts'
import { SMALL_DOSE_MS_MAX, smallDose } from './testing/small-dose.ts'

test(
  'clocks that jump under people, to São Paulo’s midnights and backwards, lose nothing that was acknowledged',
  async () => {
    useTestServer({ postgres: inject('postgres'), people: inject('people') })
    const { counts } = await smallDose(clock)
    expect(counts['acknowledged writes']).toBeGreaterThan(3)
  },
  SMALL_DOSE_MS_MAX,
)
