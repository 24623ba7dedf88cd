import { isDay } from '#contracts/age.ts'

/**
 * The centavos of an amount as banks write it: '1.500,00', '-R$ 50,00', '100.00', '1.500,00C', '50,00 D', '(50,00)'. The last
 * point or comma before one or two digits parts the centavos. Null for what is no amount.
 */
export function centsOf(written: string): number | null {
  const text = written.replaceAll(/[\s"']|R\$|BRL/gi, '').replaceAll(/[−–]/g, '-')
  const parts = /^([-+(]?)(\d[\d.,]*)([-+)]?)([CD]?)$/i.exec(text)
  if (!parts) return null
  const [, before, number, after, side] = parts as unknown as [string, string, string, string, string]
  const [, whole, fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number) as unknown as [string, string, string?]
  const reais = whole.replaceAll(/[.,]/g, '')
  if (!/^\d{1,12}$/.test(reais)) return null
  const cents = Number(reais) * 100 + Number(fraction.padEnd(2, '0'))
  const isOut = before === '-' || before === '(' || after === '-' || side.toUpperCase() === 'D'
  return isOut && cents !== 0 ? -cents : cents
}

/** A day as banks write it, with or without an hour: '05/11/2026', '05-11-26', '2026-11-05', '20261105120000[-3:BRT]'. */
export function dayAsWritten(written: string): string | null {
  const text = written.trim()
  const ofYear = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d[-/.])/.exec(text)
  const ofDay = /^(\d{2})[-/.](\d{2})[-/.](\d{4}|\d{2})(?!\d)/.exec(text)
  const [year, month, day] = ofDay ? [ofDay[3]!, ofDay[2], ofDay[1]] : ofYear ? ofYear.slice(1) : []
  if (!year) return null
  const read = `${year.length === 2 ? `20${year}` : year}-${month}-${day}`
  return isDay(read) ? read : null
}
