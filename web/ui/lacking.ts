/** A query's reading, as far as it is told whether it is there. */
export type Reading = { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown }

/** The first reading that is not there, one that failed before one that is on its way; null where all are. */
export function lackingOf(readings: readonly Reading[]): Reading | null {
  const lacking = readings.filter(({ data }) => data === undefined)
  return lacking.find(({ error }) => error) ?? lacking[0] ?? null
}
