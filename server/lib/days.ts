/** The instant at which a day (YYYY-MM-DD) begins in São Paulo, which has kept UTC-3 all year since 2019. */
export function dayStart(day: string): Date {
  return new Date(`${day}T00:00:00-03:00`)
}

/** The instant at which the day after begins, so that a range can include its last day whole. */
export function nextDayStart(day: string): Date {
  return new Date(dayStart(day).getTime() + 86_400_000)
}
