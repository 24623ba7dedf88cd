import { expect, test } from 'vitest'
import { mayConfirmHere } from './ConfirmReceived.tsx'

const OLGA = '01234567-89ab-7def-8123-456789abcdef'

test('the console confirms for the administrative account alone, not what comes to an organiser who takes part', () => {
  expect(mayConfirmHere({ allowed: ['confirm', 'view_receipt'], receiverId: null }, OLGA)).toBe(true)
  expect(mayConfirmHere({ allowed: ['view_receipt'], receiverId: null }, OLGA)).toBe(false)
  expect(mayConfirmHere({ allowed: ['confirm', 'view_receipt'], receiverId: OLGA }, OLGA)).toBe(false)
})
