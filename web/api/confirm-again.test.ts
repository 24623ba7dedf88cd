import { expect, test } from 'vitest'
import { confirmAgain, offerConfirmation } from './confirm-again.ts'

test('a page that asks and is left has declined: its call ends, and the next page asks anew', async () => {
  const leave = offerConfirmation(() => new Promise(() => undefined))
  const asked = [confirmAgain(), confirmAgain()]
  leave()
  expect(await Promise.all(asked)).toEqual([false, false])
  const leaveNext = offerConfirmation(() => Promise.resolve(true))
  expect(await confirmAgain()).toBe(true)
  leaveNext()
  expect(await confirmAgain()).toBe(false)
})

test('a dialog that does not come has declined', async () => {
  const leave = offerConfirmation(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await confirmAgain()).toBe(false)
  leave()
})
