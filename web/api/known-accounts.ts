import { hashText } from './hash-text.ts'
import { realCircleOf } from './registered-in.ts'

// Whose account an address or a passkey opened on this device. A server that opens another's with it would have its person pay what
// that one owes, and nothing that the device knows of them would be held to it. Only hashes are kept, also after signing out.

const KEY = 'ciranda-contas'
const KEPT_MAX = 50

/** `instead`: the account of a real circle that was known for it before. */
type Known = { readonly mark: string; readonly userId: string; readonly instead?: string }

/** Notes what a means of signing in opened just now. */
export function noteAccount(means: string, userId: string): void {
  const mark = hashText(`conta ${means.trim().toLocaleLowerCase('pt-BR')}`)
  const before = all().find((one) => one.mark === mark)
  const known = before?.userId === userId ? before.instead : before?.userId
  // A demonstration may be begun again, with the same people under other ids.
  const instead = known !== undefined && known !== userId && realCircleOf(known) !== null ? { instead: known } : {}
  keep([...all().filter((one) => one.mark !== mark), { mark, userId, ...instead }])
}

/** Whether this device knew another account by what opened somebody's. */
export const isOtherAccount = (userId: string): boolean => all().some((one) => one.userId === userId && one.instead)

/** Their person says that it is theirs. */
export function recogniseAccount(userId: string): void {
  keep(all().map((one) => (one.userId === userId ? { mark: one.mark, userId } : one)))
}

export function clearKnownAccounts(): void {
  localStorage.removeItem(KEY)
}

function keep(known: readonly Known[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(known.slice(-KEPT_MAX)))
  } catch {
    // A device that stores nothing knows nobody's account.
  }
}

function all(): Known[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? (found as Known[]) : []
  } catch {
    return []
  }
}
