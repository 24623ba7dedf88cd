import { expect, inject, test } from 'vitest'
import { useTestServer } from '../apps/test-server.ts'
import { smallDose } from '../testing/small-dose.ts'
import { faults } from './faults.ts'
import { scenarios, writingCalls } from './scenarios.ts'

test('every call that writes has a scenario in which its queries and file operations fail', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(writingCalls.toSorted())
})

test('a query, a file operation, an e-mail or a push that fails leaves no half effect, and the same request once more leaves one', async () => {
  useTestServer({ postgres: inject('postgres'), people: inject('people') })
  const { counts } = await smallDose(faults)
  for (const kind of ['broken', 'full', 'lost']) expect(counts[`faults: ${kind}`]).toBeGreaterThan(3)
  for (const what of ['mail', 'push']) expect(counts[`${what} failed`]).toBeGreaterThan(0)
})
