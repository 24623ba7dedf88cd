import { searchText } from '#contracts/search-text.ts'

/** Whether the words of a receipt say that the payment is scheduled, and not that it was made. */
export function saysScheduled(text: string): boolean {
  const words = searchText(text)
  return /agendad|agendamento/.test(words) && !/efetivad|efetuad|realizad|concluid|\bpag[oa] em\b/.test(words)
}
