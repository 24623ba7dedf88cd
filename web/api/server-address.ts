// These pages may be served by somebody whom the operator does not run, and speak to a server that allows it
// (docs/decisions/094-pages-from-elsewhere.md). Its address is chosen by hand (web/pages/server.tsx) and holds for this tab.

const KEY = 'ciranda-servidor'

const chosen = 'sessionStorage' in globalThis ? sessionStorage.getItem(KEY) : null

/** Whether the pages come from elsewhere than the server they speak to. */
export const isElsewhere = chosen !== null

/** Where the server is, for links that are handed on. */
export const serverOrigin = (): string => chosen ?? location.origin

/** The address of a call. `path` begins with a slash. */
export const callAddress = (path: string): string => `${chosen ?? ''}/api${path}`

/** The origin of a server as somebody types it; null where it is none that could be spoken to safely. */
export function originTyped(typed: string): string | null {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const isHere = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost'
  return url && (url.protocol === 'https:' || isHere) && url.hostname !== '' ? url.origin : null
}

/** Has these pages speak to this server from their next load on. */
export function chooseServer(origin: string): void {
  sessionStorage.setItem(KEY, origin)
}
