import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { useTestServer } from '../apps/test-server.ts'
import { SMALL_DOSE_MS_MAX, smallDose } from '../testing/small-dose.ts'
import { interleave } from './interleave.ts'

test(
  'two processes whose steps take turns start once, have one secret, keep every file in use and do each thing once',
  async () => {
    useTestServer({ postgres: inject('postgres'), people: inject('people') })
    const { counts } = await smallDose(interleave)
    expect(counts['steps']).toBeGreaterThan(200)
  },
  SMALL_DOSE_MS_MAX,
)

test('every mend that its control takes out stands where it is looked for', () => {
  for (const { file, from } of interleave.control!.removals)
    expect([file, readFileSync(file, 'utf8').split(from).length - 1]).toEqual([file, 1])
})
