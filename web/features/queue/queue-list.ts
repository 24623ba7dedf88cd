import { searchText } from '#contracts/search-text.ts'
import { isClosed } from '#contracts/labels.ts'
import { isMember } from '#web/api/storage.ts'
import { QUEUE_CAPACITY } from '#contracts/limits.ts'
import type { ForecastPlace } from '#contracts/forecast.ts'
import { speaksOfRoda } from '#web/text/say.ts'
import type { QueueEntry, User } from './api.ts'

// Derives positions, waiting members and search results from the two lists that the screen has loaded.

export type QueueLevel = 1 | 2 | 3
export type QueueTab = 'todos' | 'fila' | 'espera'

/** One line of the list: a place of the queue, or a person who waits for one. */
export type Row =
  | { readonly kind: 'entry'; readonly entry: QueueEntry }
  | { readonly kind: 'waiting'; readonly user: User }

type Named = Pick<User, 'firstName' | 'lastName'>

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim()
}

/** Which of a person's places in a queue one is, as in `1º de 2 lugares`; null for who has one alone. */
export function shareText(
  { user_id, position }: Pick<QueueEntry, 'user_id' | 'position'>,
  queue: readonly QueueEntry[],
) {
  const own = queue.filter((entry) => entry.user_id === user_id)
  if (own.length < 2) return null
  return `${own.filter((entry) => entry.position <= position).length}º de ${own.length} lugares`
}

/** These places and all others of their people: who is removed leaves every place that they have in the queue. */
export function placesOfThose(chosen: readonly QueueEntry[], queue: readonly QueueEntry[]): QueueEntry[] {
  const people = new Set(chosen.map(({ user_id: id }) => id))
  return queue.filter(({ user_id: id }) => people.has(id))
}

/** A position as screens write it: `#007`, in a roda `7º`. */
export function positionText(position: number): string {
  return speaksOfRoda() ? `${position}º` : `#${String(position).padStart(3, '0')}`
}

/** The state of a place, in a word of the specification; `places`: those of a roda's forecast, where there is one. */
export function badgeOf(
  {
    is_receiver: isReceiver,
    donation_number: of,
    position,
  }: Pick<QueueEntry, 'is_receiver' | 'donation_number' | 'position'>,
  places: readonly Pick<ForecastPlace, 'level' | 'position' | 'had'>[] | undefined,
): 'RECEPTOR' | 'ATIVO' | 'JÁ RECEBEU' {
  if (isReceiver) return 'RECEPTOR'
  const hasHad = places?.some(({ level, position: at, had }) => level === of && at === position && had)
  return hasHad ? 'JÁ RECEBEU' : 'ATIVO'
}

/** How many have passed somebody whose turn was over or went to the end. */
export function passedText(count: number): string {
  if (!speaksOfRoda()) return `${count} usuário(s) passaram`
  return count === 1 ? '1 pessoa passou à frente' : `${count} pessoas passaram à frente`
}

export function entriesOf(queue: readonly QueueEntry[], level: QueueLevel): QueueEntry[] {
  return queue.filter((entry) => entry.donation_number === level).toSorted((a, b) => a.position - b.position)
}

/**
 * The approved members without a place in a queue, oldest first, and no administrators. Into the second and
 * third queue an upgrade leads, so there only those wait who have come that far and lost their place.
 */
export function waitingFor(users: readonly User[], entries: readonly QueueEntry[], level: QueueLevel): User[] {
  const placed = new Set(entries.map((entry) => entry.user_id))
  const isWaiting = (user: User) =>
    isMember(user) &&
    user.adminApproved &&
    !isClosed(user.status) &&
    !placed.has(user.id) &&
    user.current_level >= level
  return users.filter(isWaiting).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/**
 * The members that 'add by arrival' takes. It leaves out those with an open final payment, whom the server would
 * refuse.
 */
export function arrivals(waiting: readonly User[]): User[] {
  return waiting.filter((user) => user.n3_completed_at === null || user.can_reenter)
}

export function freePositions(entries: readonly QueueEntry[]): number[] {
  const taken = new Set(entries.map((entry) => entry.position))
  return Array.from({ length: QUEUE_CAPACITY }, (_, index) => index + 1).filter((position) => !taken.has(position))
}

/**
 * Filters by tab and search: first name, last name, e-mail or donation number, ignoring accents and
 * case; `#7` finds a position.
 */
export function rowsOf(
  entries: readonly QueueEntry[],
  waiting: readonly User[],
  { tab, search }: { tab: QueueTab; search: string },
): Row[] {
  const wanted = searchText(search)
  const position = /^#0*(\d+)$/.exec(wanted)?.[1]
  const has = (...texts: string[]) => texts.some((text) => searchText(text).includes(wanted))
  const inQueue = entries.filter((entry) => {
    if (position !== undefined) return String(entry.position) === position
    return has(nameOf(entry.user), entry.user.email, String(entry.donation_number))
  })
  const inWait = waiting.filter((user) => has(nameOf(user), user.email))
  return [
    ...(tab === 'espera' ? [] : inQueue.map((entry) => ({ kind: 'entry' as const, entry }))),
    ...(tab === 'fila' ? [] : inWait.map((user) => ({ kind: 'waiting' as const, user }))),
  ]
}

/** Green, yellow from 80 % on, red when full: specification section 9. */
export function vacancyColor(occupied: number): 'red' | 'yellow' | 'green' {
  if (occupied >= QUEUE_CAPACITY) return 'red'
  return occupied >= QUEUE_CAPACITY * 0.8 ? 'yellow' : 'green'
}
