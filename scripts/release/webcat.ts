import { canonicalJson } from '#circle/ledger/entry.ts'
import { APP_FILE, parsePagesList } from '#circle/pages/pages-list.ts'

/**
 * The pages as WEBCAT's manifest, unsigned: a browser with that extension opens a host's pages only where they are these. Whoever
 * enrolls a host adds its servers to `default_csp`, signs it and submits it (docs/how-to/release.md). After `Manifest` and its
 * validator in github.com/freedomofpress/webcat (2026-07); canonical JSON, hashes in base64url.
 */
export function webcatManifest(pages: string): string {
  const list = parsePagesList(pages)
  if (!list) throw new Error('pages.json is none.')
  const files = Object.entries(list.files).map(([name, hash]) => [
    `/${name}`,
    Buffer.from(hash, 'hex').toString('base64url'),
  ])
  return canonicalJson({
    name: 'ciranda',
    version: list.version,
    default_csp: list.headers['content-security-policy'],
    extra_csp: {},
    default_index: APP_FILE,
    default_fallback: `/${APP_FILE}`,
    files: Object.fromEntries(files) as Record<string, string>,
    wasm: [],
  })
}
