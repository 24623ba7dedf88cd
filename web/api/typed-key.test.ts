import { expect, test } from 'vitest'
import { paymentKeyText } from '#circle/payment-key.ts'
import { hashText } from './hash-text.ts'
import { isPromised } from './typed-key.ts'

const key = { pixKey: '52998224725', pixOwnerName: 'Lurdes Andrade', btcAddress: null, usdtAddress: null }
const held = (shown = key, promised = shown) => ({
  commitment: hashText(paymentKeyText('salt', promised)),
  opens: { salt: 'salt', ...shown },
})

test('a promise is known by the key that was typed, and by nothing that the server says of it', () => {
  const other = { ...key, pixKey: '11144477735' }
  expect(isPromised(held(), key)).toBe(true)
  expect(isPromised(held(other), key)).toBe(false)
  // The typed key shown, and another one promised.
  expect(isPromised(held(key, other), key)).toBe(false)
  expect(isPromised(null, key)).toBe(false)
  // The typed key with an address of somebody else's beside it, to which a donor could pay as well.
  expect(isPromised(held({ ...key, btcAddress: 'bc1other' } as never), key)).toBe(false)
})
