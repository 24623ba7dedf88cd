import { createPublicKey, sign } from 'node:crypto'
import { namedKey, NOTE_KEY, verifierKeyText } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'
import { hashOfPages, parsePagesList } from '#circle/pages/pages-list.ts'
import { linesOfLog, releaseLine, releaseLogText, RELEASES } from '#circle/pages/release-log.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import type { ReleaseKey } from './signature.ts'

/**
 * The log of all releases with this one at its end, signed by the release key. `before`: the log of the release before, null
 * for the first. Throws where that is another key's, since devices that know it would refuse this one.
 */
export function pagesLog(pages: string, before: string | null, key: ReleaseKey): string {
  const list = parsePagesList(pages)
  if (!list) throw new Error('pages.json is none.')
  const named = namedKeyOf(key)
  const keyText = verifierKeyText(named)
  if (before !== null && !before.startsWith(`${keyText}\n`))
    throw new Error('The log of the releases before is of another key: every device would refuse this release.')
  const line = releaseLine(list.version, hashOfPages(sha256Bytes, pages))
  const lines = before === null ? [] : linesOfLog(before).filter((one) => one !== line)
  return releaseLogText(sha256Bytes, [...lines, line], {
    key: named,
    keyText,
    sign: (message) => sign(null, message, key.key),
  })
}

function namedKeyOf({ key }: ReleaseKey): NamedKey {
  const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')
  return namedKey(sha256Bytes, RELEASES, NOTE_KEY, publicKey)
}

/** The text by which the log, witnesses and `conferir.html` know a release key. */
export function logKeyOf(key: ReleaseKey): string {
  return verifierKeyText(namedKeyOf(key))
}
