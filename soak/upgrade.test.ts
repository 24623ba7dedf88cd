import { expect, test } from 'vitest'
import { SMALL_DOSE_MS_MAX, smallDose } from './testing/small-dose.ts'
import { upgrade } from './upgrade.ts'

test(
  'the first release’s data, restored, starts on this one, also when its first starts were killed at a query; a newer database is refused in one line',
  async () => {
    const { counts } = await smallDose(upgrade)
    expect(counts).toMatchObject({ 'upgrades killed at a query': 3, 'upgrades completed': 1 })
  },
  SMALL_DOSE_MS_MAX,
)
