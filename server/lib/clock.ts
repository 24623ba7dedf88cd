/** The only source of time, in epoch milliseconds. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

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
