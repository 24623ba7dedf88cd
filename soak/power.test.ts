import { expect, test } from 'vitest'
import { power } from './power.ts'
import { powerHindrance } from './installation/power.ts'
import { runPart } from './frame/run-part.ts'
import { SMALL_DOSE_MS_MAX } from './testing/small-dose.ts'

test(
  'after a power cut everything acknowledged is there, while a server without any sync loses some; a machine that cannot cut says why',
  async () => {
    const hindrance = powerHindrance()
    const { counts, done, failures, hindrance: told } = await runPart(power, { seed: 1, dose: power.small })
    expect({ failures, told }).toEqual({ failures: [], told: hindrance })
    expect(done).toBe(hindrance === null ? power.small : 0)
    const controls = counts['controls without sync that lost what they had acknowledged']
    expect(controls).toBe(hindrance === null ? 1 : undefined)
  },
  SMALL_DOSE_MS_MAX,
)
