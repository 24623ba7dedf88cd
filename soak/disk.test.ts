import { expect, test } from 'vitest'
import { disk } from './disk.ts'
import { runPart } from './frame/run-part.ts'
import { powerHindrance } from './installation/power.ts'
import { SMALL_DOSE_MS_MAX } from './testing/small-dose.ts'

test(
  'a disk that fills up leaves nothing half done, and with room again the same process goes on; a machine that cannot mount says why',
  async () => {
    const hindrance = powerHindrance()
    const { done, failures, hindrance: told } = await runPart(disk, { seed: 1, dose: disk.small })
    expect({ failures, told }).toEqual({ failures: [], told: hindrance })
    expect(done).toBe(hindrance === null ? disk.small : 0)
  },
  SMALL_DOSE_MS_MAX,
)
