/** The only source of time, in epoch milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/**
 * How far two moments are apart, in milliseconds, whichever came first. What was noted for later than now was noted before
 * the clock was set back, or by a process whose clock is ahead: it is as old as it is far away, and never binding for days.
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
