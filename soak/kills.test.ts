import { expect, test } from 'vitest'
import { kills } from './kills.ts'
import { SMALL_DOSE_MS_MAX, smallDose } from './testing/small-dose.ts'

test(
  'a server killed under load kept everything it acknowledged, and its ledger, rows and files agree',
  async () => {
    const { counts } = await smallDose(kills)
    expect(counts['acknowledged effects looked for']).toBeGreaterThan(10)
  },
  SMALL_DOSE_MS_MAX,
)
