import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isValidBitcoinAddress, isValidUsdtAddress } from './crypto-address.ts'

const base58check = createBase58check(sha256)

describe('a Bitcoin address', () => {
  test.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1111111111111111111114oLvT2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    // BIP-350, test vectors for v0 to v16 on the main net.
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    'BC1SW50QGDZ25J',
    'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('%s is accepted', (address) => {
    expect(isValidBitcoinAddress(address)).toBe(true)
  })

  test.each([
    // BIP-350, invalid: wrong prefix, wrong of the two checks, characters, versions, lengths, padding, no data.
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'bc1gmk9yu',
    // Test net: real in its way, and worth nothing.
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    // BIP-173: mixed case.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a',
    ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '',
    'bc1',
    '1'.repeat(5_000),
    `bc1q${'q'.repeat(5_000)}`,
  ])('%s is refused', (address) => {
    expect(isValidBitcoinAddress(address)).toBe(false)
  })

  test('of the old kind is known by its version and checksum', () => {
    const anyHash = fc.uint8Array({ minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), anyHash, (version, hash) => {
        const address = base58check.encode(Uint8Array.of(version, ...hash))
        expect(isValidBitcoinAddress(address)).toBe(version === 0 || version === 5)
      }),
    )
  })
})

describe('a USDT address', () => {
  test.each([
    // EIP-55.
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s is accepted, and in one case too', (address) => {
    expect(isValidUsdtAddress(address)).toBe(true)
    expect(isValidUsdtAddress(address.toLowerCase())).toBe(true)
    expect(isValidUsdtAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
  })

  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0X27b1fdb04752bbc536007a920d24acb045561c26',
    '0x27b1fdb04752bbc536007a920d24acb045561c2g',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    '',
  ])('%s is refused', (address) => {
    expect(isValidUsdtAddress(address)).toBe(false)
  })
})
