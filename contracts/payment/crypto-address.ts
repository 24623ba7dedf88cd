import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** The sentences of specification section 5. */
export const cryptoMessages = { bitcoin: 'Endereço Bitcoin inválido', usdt: 'Endereço USDT inválido' } as const

const base58check = createBase58check(sha256)
const P2PKH = 0x00
const P2SH = 0x05

/**
 * Whether a text is a Bitcoin main-net address by its checksum: legacy (base58check), SegWit v0 (bech32), v1 and on
 * (bech32m).
 */
export function isValidBitcoinAddress(text: string): boolean {
  return /^bc1/i.test(text) ? isSegwit(text) : isLegacy(text)
}

/** Whether a text is an ERC-20 address: 0x and 40 hex digits, and where cases are mixed, those EIP-55 asks for. */
export function isValidUsdtAddress(text: string): boolean {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (hex === undefined) return false
  return hex === hex.toLowerCase() || hex === hex.toUpperCase() || hex === checksummed(hex.toLowerCase())
}

function isLegacy(text: string): boolean {
  if (!/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)) return false
  try {
    const payload = base58check.decode(text)
    return payload.length === 21 && (payload[0] === P2PKH || payload[0] === P2SH)
  } catch {
    return false
  }
}

function isSegwit(text: string): boolean {
  const old = bech32.decodeUnsafe(text)
  const decoded = old ?? bech32m.decodeUnsafe(text)
  const [version, ...words] = decoded?.words ?? []
  if (decoded?.prefix !== 'bc' || version === undefined || version > 16) return false
  const program = bech32.fromWordsUnsafe(words)
  if (!program || program.length < 2 || program.length > 40) return false
  return version === 0 ? old !== undefined && (program.length === 20 || program.length === 32) : old === undefined
}

function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return hex.replace(/./g, (digit, at: number) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))
}
