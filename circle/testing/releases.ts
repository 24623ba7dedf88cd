import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { hashOfPages, pagesListText } from '#circle/pages/pages-list.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { releaseLine, releaseLogText, RELEASES } from '#circle/pages/release-log.ts'
import { sha256, signerOf } from './ed25519.ts'

/** A list of pages with two files, of which the app is one. */
export const pagesOf = (version: string, app = 'a'): PagesList => ({
  version,
  headers: { 'content-security-policy': "default-src 'self'" },
  files: { 'index.html': app.repeat(64), 'assets/home-1.js': 'b'.repeat(64) },
})

/** Somebody who releases: the log of all that they released so far, as its text. */
export function releaser(seed = 3) {
  const { note: key, sign } = signerOf(RELEASES, new Uint8Array(32).fill(seed))
  const keyText = verifierKeyText(key)
  return {
    keyText,
    log: (texts: readonly string[]) => {
      const lines = texts.map((text) => releaseLine((JSON.parse(text) as PagesList).version, hashOfPages(sha256, text)))
      return releaseLogText(sha256, lines, { key, keyText, sign })
    },
  }
}

export const textOf = (version: string, app?: string) => pagesListText(pagesOf(version, app))
