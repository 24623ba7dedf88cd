// The circle that this device registered somebody in, or verified the ledger of for them. A server that later shows them
// another shows what nobody invited them to. It names nobody but by an id.

const KEY = 'ciranda-cadastros'

/** `isReal`: its verified ledger is that of a real circle, which does not begin anew under another id. */
type Registered = { readonly userId: string; readonly circleId: string; readonly isReal?: boolean }

export function noteRegistered(one: Registered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all().filter(({ userId }) => userId !== one.userId), one]))
  } catch {
    // A device that stores nothing begins anew at each visit.
  }
}

/** Whether this device registered somebody in another circle than the one given. */
export function isRegisteredElsewhere({ userId, circleId }: Registered): boolean {
  return all().some((one) => one.userId === userId && one.circleId !== circleId)
}

/** The real circle that somebody's ledger on this device is of; null where none was verified yet. */
export function realCircleOf(userId: string): string | null {
  return all().find((one) => one.userId === userId && one.isReal === true)?.circleId ?? null
}

function all(): Registered[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isRegistered) : []
  } catch {
    return []
  }
}

function isRegistered(value: unknown): value is Registered {
  const { userId, circleId } = (value ?? {}) as Record<string, unknown>
  return typeof userId === 'string' && typeof circleId === 'string'
}
