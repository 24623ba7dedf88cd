const monthInSaoPaulo = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
})

/** The calendar month in America/Sao_Paulo that an instant (epoch ms) falls in, as `2026-11`. */
export function periodOf(instant: number): string {
  const parts = monthInSaoPaulo.formatToParts(instant)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)!.value
  return `${part('year')}-${part('month')}`
}

export const DAY_MS = 86_400_000

/** The month after one: `2026-12` is followed by `2027-01`. */
export function nextPeriod(period: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number]
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
}

/** When a month begins in America/Sao_Paulo, in epoch ms. The zone has had no summer time since 2019. */
export function periodStart(period: string): number {
  return Date.parse(`${period}-01T00:00:00-03:00`)
}
