import extenso from 'extenso'
import { reais } from '#contracts/money.ts'

const moments = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const months = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** 10000 as 'cem reais'. */
export function moneyInWords(amountCents: number): string {
  return extenso(reais(amountCents), { mode: 'currency' })
}

/** An instant in São Paulo: '10 de novembro de 2026 às 12:00'. */
export function fullMoment(at: number): string {
  return moments.format(at)
}

/** A month or a year in words: 'novembro de 2026', '2026'. */
export function periodText(period: string): string {
  return period.length === 4 ? period : months.format(Date.parse(`${period}-15T00:00:00Z`))
}

/** The first eight digits of a hash: enough to find it, short enough to read aloud. */
export function shortHash(hash: string): string {
  return hash.slice(0, 8)
}

/** A CPF with only its middle shown, as public lists in Brazil have it. */
export function maskedCpf(cpf: string): string {
  const digits = cpf.replace(/\D/g, '')
  return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`
}

export function fullCpf(cpf: string): string {
  const digits = cpf.replace(/\D/g, '')
  return `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6, 9)}-${digits.slice(9)}`
}
