const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Whether a server that says that its clock is a test's may say so: it listens on this very machine alone (docs/configuration.md). From
 * anywhere else it would excuse a ledger of days ago, and turns of another day.
 */
export function isTestClockOf(origin: string, isSaid: boolean): boolean {
  return isSaid && LOOPBACK.includes(new URL(origin).hostname)
}
