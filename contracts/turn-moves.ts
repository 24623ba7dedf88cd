import { z } from 'zod'

/** Something in the ledger since a turn was last told, by which its month moved. */
export const turnCause = z.discriminatedUnion('kind', [
  /** Contributions of a month that were not paid; `own`: one of them was the reader's. */
  z.object({ kind: z.literal('missed'), period: z.string(), count: z.int(), own: z.boolean() }),
  z.object({ kind: z.literal('left'), count: z.int() }),
  z.object({ kind: z.literal('joined'), count: z.int() }),
  z.object({ kind: z.literal('reordered') }),
  z.object({ kind: z.literal('not_asked'), period: z.string() }),
  /** Nothing of these: the order in which donations were paid and confirmed. */
  z.object({ kind: z.literal('order') }),
])
export type TurnCause = z.infer<typeof turnCause>

/** The month of a turn as it was told, and as it is now. Null: not among the months followed. */
export const turnMove = z.object({ from: z.string().nullable(), to: z.string().nullable(), causes: z.array(turnCause) })
export type TurnMove = z.infer<typeof turnMove>

const names = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', month: 'long' })
const monthName = (period: string) => names.format(new Date(`${period}-15T12:00:00-03:00`))
const yearOf = (period: string) => period.slice(0, 4)
const fewWords = ['', 'uma', 'duas', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove']
const counted = (count: number, one: string, many: string) => `${fewWords[count] ?? count} ${count === 1 ? one : many}`

/** 'passou de março para abril de 2027: duas contribuições de novembro não chegaram' */
export function turnMoveText({ from, to, causes }: TurnMove): string {
  const because = causes.map(causeText)
  const text = because.length < 2 ? because.join('') : `${because.slice(0, -1).join('; ')}; e ${because.at(-1)}`
  return `${waysText(from, to)}: ${text}`
}

function waysText(from: string | null, to: string | null): string {
  if (to === null) return `saiu de vista (era ${from === null ? 'incerta' : monthWithYear(from)})`
  if (from === null) return `passou a ${monthWithYear(to)}`
  const before = yearOf(from) === yearOf(to) ? monthName(from) : monthWithYear(from)
  return `passou de ${before} para ${monthWithYear(to)}`
}

function monthWithYear(period: string): string {
  return `${monthName(period)} de ${yearOf(period)}`
}

function causeText(cause: TurnCause): string {
  switch (cause.kind) {
    case 'missed': {
      const text = counted(cause.count, 'contribuição', 'contribuições')
      const own = cause.own ? (cause.count === 1 ? ', a sua,' : ', entre elas a sua,') : ''
      return `${text} de ${monthName(cause.period)}${own} não ${cause.count === 1 ? 'chegou' : 'chegaram'}`
    }
    case 'left':
      return cause.count === 1 ? 'uma pessoa deixou a fila' : `${counted(cause.count, '', 'pessoas')} deixaram a fila`
    case 'joined':
      return cause.count === 1 ? 'uma pessoa entrou na fila' : `${counted(cause.count, '', 'pessoas')} entraram na fila`
    case 'reordered':
      return 'a administração mudou a ordem da fila'
    case 'not_asked':
      return `as contribuições de ${monthName(cause.period)} não foram pedidas`
    case 'order':
      return 'as doações foram pagas e confirmadas em outra ordem'
  }
}
