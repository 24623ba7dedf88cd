import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '#circle/bytes.ts'
import { APP_FILE, fileAt } from '#circle/pages/pages-list.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { isFailure, isPinned, judged, shownRelease } from './pin.ts'
import type { Kept, Pin } from './pin.ts'
import { refusalPage } from './refusal-page.ts'

const DAY_MS = 86_400_000

/** A connection may be there and carry nothing, and a browser waits for minutes. */
export const PATIENCE_MS = 10_000

/** Headers of the server's that change nothing about what a page may do. */
const HARMLESS = ['content-type', 'cache-control', 'link', 'etag', 'last-modified']

/** The worker's memory of the pin, and of the page that is kept. */
export type Pinning = {
  pin(): Promise<Kept>
  keep(pin: Kept): Promise<void>
  /** The page kept on this device; undefined where it was lost. */
  keptPage(): Promise<Response | undefined>
}

/** The answer that was asked for; null where it fails, or does not come in time although there is a page that is kept. */
async function inTime<T>(asked: Promise<T>, pinning: Pinning): Promise<T | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => void pinning.keptPage().then((page) => page && resolve(null)), PATIENCE_MS)
  })
  return Promise.race([asked.catch(() => null), late])
}

/** A page of a server whose pages nobody signed; the kept one where it is away, or fails. */
export async function unpinnedPage(request: Request, pinning: Pinning): Promise<Response> {
  const answer = await inTime(fetch(request), pinning)
  return answer && !isFailure(answer) ? answer : ((await pinning.keptPage()) ?? answer ?? Response.error())
}

/**
 * A page as the release has it, whatever the server answers: its own bytes are taken where the release names them, with
 * the release's headers; else a later release is looked for; else the page that is kept on this device.
 */
export async function pinnedPage(request: Request, pin: Pin, pinning: Pinning): Promise<Response> {
  const kept = () => pinning.keptPage()
  const asked = async () => {
    const answer = await fetch(request)
    const isElsewhere = answer.type === 'opaqueredirect'
    return { answer, bytes: isElsewhere ? new Uint8Array() : new Uint8Array(await answer.arrayBuffer()) }
  }
  const found = await inTime(asked(), pinning)
  if (found === null) return (await kept()) ?? Response.error()
  const { answer, bytes } = found
  // The browser follows it, and asks here again where it leads to this server.
  if (answer.type === 'opaqueredirect') return answer
  const { pathname } = new URL(request.url)
  const served = asReleased(answer, bytes, pin.list, pathname)
  if (served) {
    if (pin.strangeSince !== null || pin.keptUntil > 0) await pinning.keep({ ...pin, strangeSince: null, keptUntil: 0 })
    return served
  }
  // No page of the app, and no reason to doubt it.
  if (isFailure(answer)) return (await kept()) ?? Response.error()
  const shown = await shownRelease().catch(() => undefined)
  const { standing, next } = shown === undefined ? { standing: 'same', next: pin } : judged(pin, shown)
  if (standing === 'newer' && isPinned(next)) {
    await pinning.keep(next)
    const later = asReleased(answer, bytes, next.list, pathname)
    if (later) return later
  }
  const page = await kept()
  // While a server changes from one release to the next, or back, it may show one and name the other.
  const isBetween = standing === 'same' || standing === 'newer' || standing === 'older' || standing === 'unknown'
  if (page && (isBetween || pin.keptUntil > Date.now())) {
    if (standing !== 'older') await markStrange(pinning)
    return page
  }
  return refusalPage(page ? pin.list.version : null)
}

async function markStrange(pinning: Pinning): Promise<void> {
  const pin = await pinning.pin()
  const strangeAt = Date.now()
  if (isPinned(pin)) await pinning.keep({ ...pin, strangeSince: pin.strangeSince ?? strangeAt, strangeAt })
}

/**
 * A file of the release, of a later one that the server has by now, or of one before it for a tab that is still open; nothing
 * else runs on this device.
 */
export async function pinnedFile(request: Request, pin: Pin, pinning: Pinning): Promise<Response> {
  const path = new URL(request.url).pathname.slice(1)
  const answer = await fetch(request)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const hash = toHex(sha256(bytes))
  const isOf = ({ list, before }: Pin) =>
    [list.files, ...before].some((files) => Object.hasOwn(files, path) && files[path] === hash)
  if (isOf(pin)) return withHeaders(answer, bytes, pin.list)
  const { standing, next } = judged(pin, answer.ok ? await shownRelease() : null)
  if (standing !== 'newer' || !isPinned(next) || !isOf(next)) return Response.error()
  await pinning.keep(next)
  return withHeaders(answer, bytes, next.list)
}

/** The answer with the release's headers where its bytes are the release's; null where they are not. */
export function asReleased(answer: Response, bytes: Uint8Array, list: PagesList, pathname: string): Response | null {
  return answer.ok && toHex(sha256(bytes)) === list.files[fileAt(list, pathname)]
    ? withHeaders(answer, bytes, list)
    : null
}

function withHeaders(answer: Response, bytes: Uint8Array, list: PagesList): Response {
  const headers = new Headers(list.headers)
  for (const name of HARMLESS) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(bytes.slice(), { headers })
}

/**
 * An answer of a call that is opened as a page (a paper, the documentation of the calls): it may not read what this device
 * keeps, for no release says what it is.
 */
export async function walledOff(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.type === 'opaqueredirect' || /^application\/(?:pdf|json)/.test(answer.headers.get('content-type') ?? ''))
    return answer
  const headers = new Headers(answer.headers)
  headers.set('Content-Security-Policy', `${headers.get('Content-Security-Policy') ?? ''}, sandbox allow-scripts`)
  return new Response(answer.body, { status: answer.status, headers })
}

/** Takes every file of `addresses` that the release names into a cache. Throws where one is not as it says. */
export async function keepReleased(cache: Cache, addresses: readonly string[], list: PagesList): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address, { cache: 'no-cache' })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const found = asReleased(answer, bytes, list, address === '/' ? `/${APP_FILE}` : address)
      if (!found) throw new Error(`${address} is not as release ${list.version} has it`)
      await cache.put(address, found)
    }),
  )
}

/** The pin after the person's choice on the refusal page. */
export function chosen(kept: Kept, choice: FormDataEntryValue | null): Kept {
  if (choice === 'novas') return { own: true }
  return isPinned(kept) && choice === 'guardadas' ? { ...kept, keptUntil: Date.now() + DAY_MS } : kept
}
