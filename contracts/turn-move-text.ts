import { monthName, monthWithYear } from './month-name.ts'
import type { TurnCause, TurnMove } from './turn-moves.ts'

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

function causeText(cause: TurnCause): string {
  switch (cause.kind) {
    case 'missed': {
      if (cause.period === '') return settlementText(cause)
      const text = counted(cause.count, 'contribuição', 'contribuições')
      const own = cause.own ? (cause.count === 1 ? ', a sua,' : ', entre elas a sua,') : ''
      return `${text} de ${monthName(cause.period)}${own} não ${cause.count === 1 ? 'chegou' : 'chegaram'}`
    }
    case 'left':
      return cause.count === 1 ? 'uma pessoa deixou o lugar' : `${counted(cause.count, '', 'pessoas')} deixaram o lugar`
    case 'joined':
      return cause.count === 1
        ? 'uma pessoa entrou na ordem'
        : `${counted(cause.count, '', 'pessoas')} entraram na ordem`
    case 'reordered':
      return 'a administração mudou a ordem'
    case 'drawn':
      return 'a ordem de quem recebe foi decidida'
    case 'swapped':
      return cause.count === 1
        ? 'duas pessoas trocaram de vez entre si'
        : `houve ${counted(cause.count, 'troca', 'trocas')} de vez`
    case 'not_asked':
      return `as contribuições de ${monthName(cause.period)} não foram pedidas`
    case 'order':
      return 'as doações foram pagas e confirmadas em outra ordem'
  }
}

/** The balance of somebody who left early is owed to the roda in no month of its own. */
function settlementText({ count, own }: { readonly count: number; readonly own: boolean }): string {
  if (count === 1) return `um acerto${own ? ', o seu,' : ''} não chegou`
  return `${count} acertos${own ? ', entre eles o seu,' : ''} não chegaram`
}
