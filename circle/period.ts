const monthInSaoPaulo = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', year: 'numeric', month: '2-digit' })

/** The calendar month in America/Sao_Paulo that an instant (epoch ms) falls in, as `2026-11`. */
export function periodOf(instant: number): string {
  const parts = monthInSaoPaulo.formatToParts(instant)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)!.value
  return `${part('year')}-${part('month')}`
}

export const DAY_MS = 86_400_000
