import type { IsSigned, SignedText } from '#circle/ledger/signatures.ts'

const AT_ONCE = 256
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const

/**
 * Verifies what members' devices signed, many at a time, and answers for each when asked. Null where this browser cannot
 * tell: an old one, or a page without TLS. `knownUpTo`: the last entry whose signatures this very version verified here before.
 */
export async function verifyActs(texts: readonly SignedText[], knownUpTo = 0): Promise<IsSigned> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined
  const unknown = texts.filter(({ seq }) => seq > knownUpTo)
  if (!subtle) return ({ seq }) => (seq <= knownUpTo ? true : null)
  const answers = new Map<number, boolean>()
  const keys = new Map<string, Promise<CryptoKey | null>>()
  const keyOf = (point: string) => {
    const known = keys.get(point) ?? subtle.importKey('raw', bytesOf(point), P256, false, ['verify']).catch(() => null)
    keys.set(point, known)
    return known
  }
  const verify = async ({ seq, publicKey, text, sig }: SignedText) => {
    const key = await keyOf(publicKey)
    const holds =
      key !== null &&
      (await subtle
        .verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(sig), new TextEncoder().encode(text))
        .catch(() => false))
    answers.set(seq, holds)
  }
  for (let at = 0; at < unknown.length; at += AT_ONCE) await Promise.all(unknown.slice(at, at + AT_ONCE).map(verify))
  return ({ seq }) => seq <= knownUpTo || (answers.get(seq) ?? false)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
}
