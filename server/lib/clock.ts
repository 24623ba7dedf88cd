/** The only source of time, in epoch milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands at this moment: what is decided and what is written under it have one time. */
export function frozenClock(clock: Clock): Clock {
  const now = clock.now()
  return { now: () => now }
}

/**
 * The distance between two moments in milliseconds, whichever is earlier. A moment recorded after now was recorded
 * before the clock was set back, or by a process whose clock is ahead. It counts as old as it is far away, so that it
 * never blocks for days.
 */
export function msBetween(noted: Date, now: number): number {
  return Math.abs(now - noted.getTime())
}

/** A clock that stands still until it is moved, for tests, seeds and the CLOCK setting. */
export function movableClock(startAt: number): Clock & { moveTo(instant: number): void; advance(ms: number): void } {
  let now = startAt
  return {
    now: () => now,
    moveTo: (instant) => {
      now = instant
    },
    advance: (ms) => {
      now += ms
    },
  }
}
