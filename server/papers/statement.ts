import type { StatementPeriod } from '#circle/statement.ts'
import type { Context } from '#server/context.ts'
import { momentText } from '#server/lib/days.ts'
import { reais } from '#contracts/money.ts'
import { originJson } from './paper.ts'
import type { Paper } from './paper.ts'
import { cellsOf, eachJson } from './payments.ts'
import type { Payment } from './payments.ts'
import { readStatement } from './read-statement.ts'
import type { Told } from './read-statement.ts'
import { writeStatement } from './statement-pdf.ts'

/**
 * The actor's gifts and receipts of a month or a year, by the ledger. Others stand in it by their names alone, as in the
 * actor's own history. Their own CPF stands in full on a year's, which goes with the tax return, and masked on a month's.
 */
export async function makeStatement(context: Context, period: StatementPeriod): Promise<Paper> {
  const told = await readStatement(context, period)
  const sides = [
    ...told.given.map((movement) => ({ movement, side: 'given' as const })),
    ...told.received.map((movement) => ({ movement, side: 'received' as const })),
  ].toSorted((a, b) => a.movement.seq - b.movement.seq)
  return {
    name: `${told.isYear ? 'informe' : 'extrato'}-${period}`,
    json: { ...summaryJson(told), donations: sides.map(({ movement, side }) => lineJson(told, movement, side)) },
    columns: ['Data', 'Sentido', 'De ou para', 'Tipo', 'Valor (R$)', 'Doação', 'Lançamento', 'Marca', 'Demonstração'],
    rows: [...broughtRows(told), ...sides.map(({ movement, side }) => rowOf(told, movement, side))],
    pdf: () => writeStatement(told),
  }
}

function summaryJson({ origin, period, member, cpf, brought, givenCents, receivedCents, months }: Told) {
  return {
    paper: 'statement',
    ...originJson(origin),
    period,
    member,
    cpf,
    /** From before the roda came in, beside the sums of the period. */
    brought: brought && {
      given: reais(brought.givenCents),
      received: reais(brought.receivedCents),
      entry: { seq: brought.seq, hash: brought.hash },
    },
    given: reais(givenCents),
    received: reais(receivedCents),
    months: months.map((month) => ({
      period: month.period,
      given: reais(month.givenCents),
      received: reais(month.receivedCents),
    })),
  }
}

function lineJson({ otherOf, whenPaid }: Told, movement: Payment, side: 'given' | 'received') {
  const { late, aheadOf } = whenPaid(movement)
  return {
    side,
    at: new Date(movement.at).toISOString(),
    donation_id: movement.donationId,
    type: movement.type,
    late,
    ahead_of: aheadOf,
    other: otherOf(movement, side),
    amount: reais(movement.amountCents),
    entry: { seq: movement.seq, hash: movement.hash },
    ...eachJson(movement),
  }
}

/** The statement opens with what was brought from before. */
function broughtRows({ brought, origin }: Told) {
  if (!brought) return []
  const sides = [
    ['Doado antes', brought.givenCents],
    ['Recebido antes', brought.receivedCents],
  ] as const
  return sides.map(([side, cents]) => [
    momentText(new Date(brought.at)),
    side,
    '',
    'Trazido de antes',
    reais(cents),
    '',
    String(brought.seq),
    brought.hash,
    origin.isDemonstration ? 'Sim' : 'Não',
  ])
}

function rowOf({ otherOf, typeOf, origin }: Told, movement: Payment, side: 'given' | 'received') {
  return [
    momentText(new Date(movement.at)),
    side === 'given' ? 'Doado' : 'Recebido',
    otherOf(movement, side),
    typeOf(movement),
    reais(movement.amountCents),
    ...cellsOf(movement),
    origin.isDemonstration ? 'Sim' : 'Não',
  ]
}
