import { toHex, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'

// `pages.json`, the list of all that a release serves as its pages: docs/decisions/078-pages-prove-themselves.md.

/** The files by their path (`assets/home-1a2b.js`) with their SHA-256 in hex, and the headers under which they are safe. */
export type PagesList = {
  readonly version: string
  readonly headers: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

/** Any other address than a file's is answered with this one: the app. */
export const APP_FILE = 'index.html'

const FILES_MAX = 5_000
const TEXT_MAX = 1_000_000

/** The list as text, in one order, so that the same files make the same bytes. */
export function pagesListText({ version, headers, files }: PagesList): string {
  const sorted = (one: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ version, headers: sorted(headers), files: sorted(files) }, null, 1)}\n`
}

/** A list read from its text. Null for anything that `pagesListText` does not write, another spelling of it included. */
export function parsePagesList(text: string): PagesList | null {
  if (text.length > TEXT_MAX) return null
  try {
    const list = JSON.parse(text) as PagesList
    const isTexts = (one: unknown) =>
      typeof one === 'object' && one !== null && Object.values(one).every((value) => typeof value === 'string')
    if (!isTexts(list.headers) || !isTexts(list.files) || !/^[\w.+-]{1,40}$/.test(list.version)) return null
    const files = Object.entries(list.files)
    if (files.length > FILES_MAX || !files.every(([, hash]) => /^[0-9a-f]{64}$/.test(hash))) return null
    return APP_FILE in list.files && pagesListText(list) === text ? list : null
  } catch {
    return null
  }
}

/** The path in the list of what an address of the server (`/home`, `/sw.js`) is answered with. */
export function fileAt(list: PagesList, pathname: string): string {
  const path = pathname.slice(1)
  return Object.hasOwn(list.files, path) ? path : APP_FILE
}

export function hashOfPages(sha256: Sha256, text: string): string {
  return toHex(sha256(utf8(text)))
}
