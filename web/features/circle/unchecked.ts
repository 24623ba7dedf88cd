// Since when this device has not been able to check what it shows, although it reaches the server. A server that is in
// trouble for a minute is no news; one that never answers hides what it would be found out by.

const KEY = 'ciranda-sem-conferir'
const LOUD_AFTER_MS = 60 * 60_000

/** The things that are checked by themselves: the whole ledger, the keys of the open donations, and the code of the day. */
export type Checked = 'ledger' | 'keys' | 'code'

type Since = Partial<Record<Checked, number>>

const listeners = new Set<() => void>()

/** Calls back when a check failed for the first time, or succeeded again; answers how to stop. */
export function onChecks(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** Remembers the first time (epoch ms) at which a check failed, until one succeeds. */
export function noteChecks(what: Checked, hasSucceeded: boolean, now: number): void {
  const { [what]: since, ...others } = readSince()
  if (hasSucceeded === (since === undefined)) return
  try {
    localStorage.setItem(KEY, JSON.stringify(hasSucceeded ? others : { ...others, [what]: now }))
  } catch {
    // A device that stores nothing has only the card of each donation to say it.
  }
  for (const tell of listeners) tell()
}

/** Since when (epoch ms) something could not be checked, once that is longer than an hour ago; else null. */
export function uncheckedSince(now: number): number | null {
  const since = Math.min(...Object.values(readSince()))
  return now - since > LOUD_AFTER_MS && Number.isFinite(since) ? since : null
}

/** Whether all that could not be had for more than an hour is the code of the day. */
export function isCodeAlone(now: number): boolean {
  const { code = now, ...others } = readSince()
  return now - code > LOUD_AFTER_MS && Object.values(others).every((since) => now - since <= LOUD_AFTER_MS)
}

function readSince(): Since {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as unknown
    const pairs = Object.entries(typeof found === 'object' && found !== null ? found : {})
    return Object.fromEntries(pairs.filter(([, since]) => typeof since === 'number')) as Since
  } catch {
    return {}
  }
}
