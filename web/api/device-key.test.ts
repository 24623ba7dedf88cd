import { expect, test } from 'vitest'
import { ApiError } from './client.ts'
import { NotShown, whyNot } from './device-key.ts'

test.each([0, 401, 408, 429, 500, 502, 503, 504])(
  'a server that does not answer (%i) says nothing of this device: the act waits, and does not go unsigned',
  (status) => {
    const error = new ApiError(status, 'trouble')
    expect(() => whyNot(error)).toThrow(error)
  },
)

test('a ledger that this device does not know stops the act too', () => {
  expect(() => whyNot(new NotShown('Outro livro.'))).toThrow(NotShown)
})

test('what the server says of the device, and a store that keeps nothing more, are reasons for which it does not sign', () => {
  const refused = (status: number, code: string) => whyNot(new ApiError(status, 'refused', { code }))
  expect(refused(409, 'device.taken')).toBe('removed')
  expect([refused(409, 'device.too_many'), refused(403, 'session.confirm_again')]).toEqual(['not_added', 'not_added'])
  expect(whyNot(new DOMException('full', 'QuotaExceededError'))).toBe('not_added')
})
