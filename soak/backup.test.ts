import { expect, inject, test } from 'vitest'
import { useTestServer } from './apps/test-server.ts'
import { backup } from './backup.ts'
import { SMALL_DOSE_MS_MAX, smallDose } from './testing/small-dose.ts'

test(
  'a backup made under load has what was acknowledged before it, and one made at rest every table, file and head',
  async () => {
    useTestServer({ postgres: inject('postgres'), people: inject('people') })
    const { counts } = await smallDose(backup)
    expect(counts['tables, ledgers and files compared']).toBeGreaterThan(50)
  },
  SMALL_DOSE_MS_MAX,
)
