export type StepKind = 'confirm' | 'pay' | 'wait' | 'coming' | 'draw' | 'turn'

/** For who reads little: each thing to do has a drawing. */
export const drawings: Readonly<Record<StepKind, string>> = {
  // A hand gives a coin.
  pay: 'M24 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM24 8.5v7M6 31l9-5 8 2c3 .8 2.6 4-.4 4H17M6 40l8-1 12 2 15-9c1.6-1.6-.6-4.6-3-3.6L26 33',
  // A sheet is looked at, and ticked.
  confirm: 'M11 5h19l7 7v31H11ZM30 5v7h7M17 21h14M17 27h8M21 36l4 4 9-10',
  // An hourglass.
  wait: 'M13 5h22M13 43h22M15 5v7c0 6 9 8 9 12s-9 6-9 12v7M33 5v7c0 6-9 8-9 12s9 6 9 12v7M19 38h10',
  // Coins come to a hand.
  coming:
    'M15 5a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM31 9a5 5 0 1 1 0 10 5 5 0 0 1 0-10ZM15 19v8M31 23v6M6 34h7l6 3h9c3 0 3 4 0 4h-8M6 43h18l17-8',
  // A die.
  draw: 'M8 12h32v28H8ZM16 20h.1M32 20h.1M24 26h.1M16 32h.1M32 32h.1',
  // A ring of people, one of them ahead.
  turn: 'M24 10a16 16 0 1 1-14.6 9.4M24 5v10M24 5l5 5-5 5M24 21a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z',
}
