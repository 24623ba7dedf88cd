import { expect, test } from 'vitest'
import { signFileUrl, verifyFileSignature } from './signed-url.ts'

const secret = new Uint8Array(32).fill(7)
const sha256 = 'ab'.repeat(32)
const now = Date.UTC(2026, 0, 15)
const signed = { secret, sha256, kind: 'receipt', audience: 'maria' }

function arrived(url: string) {
  const { searchParams } = new URL(url)
  return { expires: searchParams.get('expires')!, signature: searchParams.get('signature')! }
}
const address = signFileUrl({ ...signed, publicUrl: 'https://ciranda.example', expiresAt: now + 60_000 })

test('the address has the form that the server routes', () => {
  expect(address).toMatch(
    /^https:\/\/ciranda\.example\/api\/files\/(ab){32}\?kind=receipt&expires=\d+&signature=[A-Za-z0-9_-]{43}$/,
  )
})

const at = (moment: number) => verifyFileSignature({ ...signed, ...arrived(address), now: moment })

test('it is valid until its expiry by the given clock, and not at that instant', () => {
  expect(at(now)).toBe(true)
  expect(at(now + 59_999)).toBe(true)
  expect(at(now + 60_000)).toBe(false)
})

test.each([
  ['another file', { sha256: 'cd'.repeat(32) }],
  ['another kind', { kind: 'avatar' }],
  ['another person', { audience: 'joana' }],
  ['nobody in particular', { audience: undefined }],
  ['another installation', { secret: new Uint8Array(32).fill(8) }],
  ['a later end', { expires: String(now + 600_000) }],
  ['an end that is no number', { expires: `${now + 60_000}.0` }],
  ['an end written otherwise', { expires: `${now + 60_000} ` }],
  ['no signature', { signature: '' }],
  ['half a signature', { signature: arrived(address).signature.slice(0, 20) }],
  ['a longer signature', { signature: `${arrived(address).signature}AAAA` }],
  ['a signature in another script', { signature: '💥'.repeat(43) }],
])('it does not open %s', (_, change) => {
  const { audience, ...rest } = { ...signed, ...arrived(address), now, ...change }
  expect(verifyFileSignature({ ...rest, ...(audience === undefined ? {} : { audience }) })).toBe(false)
})
