import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tierOf } from '../scripts/tiers.ts'
import { filesWithDose } from './properties.ts'

test('the soak of the properties takes every test that asks how often it is to be repeated', () => {
  const files = filesWithDose()
  expect(files).toContain('circle/circle.property.test.ts')
  expect(files).toContain('server/database/embedded.test.ts')
  expect(
    files.filter(
      (file) => !readFileSync(file, 'utf8').includes('circle/testing/dose.ts') && !file.startsWith('circle/'),
    ),
  ).toEqual([])
  expect(tierOf('scripts/witness.test.ts')).toBe('server')
  expect(tierOf('scripts/verify-ledger.test.ts')).toBe('rules')
})
