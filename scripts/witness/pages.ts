import { toHex, utf8 } from '#circle/bytes.ts'
import { cosignatureLine, cosignedText } from '#circle/ledger/checkpoint.ts'
import { APP_FILE, hashOfPages, parsePagesList } from '#circle/pages/pages-list.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { pagesSeenText } from '#circle/pages/pages-seen.ts'
import { readRelease, standingOf } from '#circle/pages/release-log.ts'
import type { KnownRelease } from '#circle/pages/release-log.ts'
import { sha256Bytes, verifyEd25519 } from '#server/lib/signing.ts'
import { visit } from './visit.ts'
import type { Visited } from './visit.ts'
import { Unreachable } from './watch.ts'
import type { Watch } from './watch.ts'

/** The pages are not those of a release, or not of the one that they name. */
export class OtherPages extends Error {}

/** Of a server that is changed to another release meanwhile, the second look finds one whole. */
const AGAIN_MS = 20_000

/** Addresses of the app that are opened by people: each is answered with the same file. */
const OPENED = ['/', '/login', '/home', '/donations', '/ledger', '/admin/dashboard']

/** Headers that make a browser forget what it keeps, or go elsewhere: no release has them. */
const NEVER = ['clear-site-data', 'refresh', 'service-worker-allowed']

const AT_ONCE = 4

export type LookOptions = {
  /** The release key where it came by another way; else the first that the server shows is kept. */
  readonly releaseKey: string | null
  readonly againMs?: number
}

/**
 * Looks at the pages as a visitor does and holds every file to the release's list. Answers what it saw in words, and keeps it,
 * signed, for the server to ask. Throws `OtherPages` where something differs twice, and `Unreachable`.
 */
export async function lookAtPages(watch: Watch, { releaseKey, againMs = AGAIN_MS }: LookOptions): Promise<string> {
  const [origin] = watch.memory.origins()
  // The server did not answer yet when the ledger was looked at: the next look at it comes by itself.
  if (origin === undefined) throw new Unreachable('As páginas esperam até que o livro tenha sido visto uma vez.')
  const known = watch.memory.pages()?.known ?? null
  let found: Found | null
  try {
    found = await lookOnce(watch, known, releaseKey)
  } catch (error) {
    if (!(error instanceof OtherPages)) throw error
    await new Promise((resolve) => setTimeout(resolve, againMs))
    found = await lookOnce(watch, known, releaseKey).catch(async (again: unknown) => {
      // The statement of before is withdrawn.
      if (again instanceof OtherPages) await watch.memory.rememberPages({ known, seen: null })
      throw again
    })
  }
  if (!found) return 'o servidor não diz de que versão são as páginas'
  const { list, hash, release } = found
  const address = new URL(watch.url).origin
  const text = pagesSeenText({ origin, address, version: list.version, hash, key: release?.key ?? null })
  const seconds = Math.floor(watch.now() / 1_000)
  const line = cosignatureLine(watch.memory.key, seconds, watch.memory.signer.sign(utf8(cosignedText(seconds, text))))
  const kept = release && { key: release.key, lines: [...release.lines], index: release.index }
  await watch.memory.rememberPages({ known: kept ?? known, seen: `${text}\n${line}` })
  return release ? `páginas da versão ${list.version}` : `páginas próprias desta instalação (${hash.slice(0, 16)})`
}

type Found = { list: PagesList; hash: string; release: KnownRelease | null }

/** Null where the server never said which pages it has: an older one. */
async function lookOnce({ url }: Watch, known: KnownRelease | null, releaseKey: string | null): Promise<Found | null> {
  const { origin } = new URL(url)
  const [pages, log] = await Promise.all([textAt(`${origin}/pages.json`), textAt(`${origin}/pages.log`)])
  const list = pages === null ? null : parsePagesList(pages)
  if (pages === null || !list) {
    if (known || releaseKey) throw new OtherPages('O servidor não diz mais de que versão são as páginas.')
    return null
  }
  const read = await readRelease({ sha256: sha256Bytes, verify: verifyEd25519 }, { pages, log })
  const release = read === 'unknown' ? null : read
  ensureMay(known, release, releaseKey)
  await holdTo(origin, list)
  return { list, hash: hashOfPages(sha256Bytes, pages), release }
}

function ensureMay(known: KnownRelease | null, release: KnownRelease | null, releaseKey: string | null): void {
  if (releaseKey !== null && release?.key !== releaseKey)
    throw new OtherPages('As páginas não são de uma versão assinada com a chave de --release-key.')
  const standing = standingOf(known, release)
  if (standing === 'own' && known)
    throw new OtherPages('As páginas eram de uma versão publicada, e agora ninguém as assina.')
  if (standing === 'other_key') throw new OtherPages('A chave que assina as versões mudou.')
  if (standing === 'rewritten') throw new OtherPages('A lista de versões não continua a que esta testemunha viu.')
  if (standing === 'older') throw new OtherPages('O servidor voltou a uma versão mais antiga que a que já mostrou.')
}

/** Every file and every page, in an order of chance; what is not as the list says ends it. */
async function holdTo(origin: string, list: PagesList): Promise<void> {
  const asked = [
    ...OPENED.map((address) => ({ address, file: APP_FILE, isPage: true })),
    ...Object.keys(list.files).map((file) => ({ address: `/${file}`, file, isPage: file === APP_FILE })),
  ]
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
  const walk = async () => {
    for (let next = asked.pop(); next; next = asked.pop()) {
      const { address, file, isPage } = next
      ensureAsListed(address, await visit(`${origin}${address}`, { isPage }), { list, hash: list.files[file]! })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, walk))
}

function ensureAsListed(address: string, seen: Visited, { list, hash }: { list: PagesList; hash: string }): void {
  const { status, headers, body } = seen
  if (status >= 500 || status === 429) throw new Unreachable(`${address} respondeu ${status}.`)
  if (status !== 200)
    throw new OtherPages(`${address} respondeu ${status} em vez do arquivo da versão ${list.version}.`)
  if (toHex(sha256Bytes(body)) !== hash)
    throw new OtherPages(`${address} não é o arquivo da versão ${list.version}: os bytes são outros.`)
  for (const [name, value] of Object.entries(list.headers))
    if (headers[name] !== value) throw new OtherPages(`${address} veio com outro cabeçalho ${name}: ${headers[name]}`)
  for (const name of NEVER)
    if (headers[name] !== undefined)
      throw new OtherPages(`${address} veio com o cabeçalho ${name}, que nenhuma versão tem.`)
}

async function textAt(address: string): Promise<string | null> {
  const { status, body } = await visit(address, { isPage: false })
  if (status >= 500 || status === 429) throw new Unreachable(`${address} respondeu ${status}.`)
  return status === 200 ? body.toString('utf8') : null
}
