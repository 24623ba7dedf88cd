// The circle that this device registered somebody in. A server that later shows them another shows what nobody invited
// them to. It names nobody but by an id.

const KEY = 'ciranda-cadastros'

type Registered = { readonly userId: string; readonly circleId: string }

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
