import { donationTypeLabel } from '#contracts/labels.ts'
import type { Context } from '#server/context.ts'
import { momentText } from '#server/lib/days.ts'
import { reais } from '#contracts/money.ts'
import { writeMonth } from './month-pdf.ts'
import { originJson } from './paper.ts'
import type { Paper } from './paper.ts'
import { cellsOf, countText, eachJson } from './payments.ts'
import type { Payment } from './payments.ts'
import { readMonth } from './read-month.ts'
import type { Told } from './read-month.ts'

/**
 * A month of the selected circle for those who administer it, by the ledger: what became of its donations, what each
 * member gave and received, and each confirmed donation. Recorded in the access log, since it names everybody.
 */
export async function makeMonth(context: Context, period: string): Promise<Paper> {
  const told = await readMonth(context, period)
  return {
    name: `circulo-${period}`,
    json: { ...summaryJson(told), donations: told.payments.map((payment) => lineJson(told, payment)) },
    columns: ['Data', 'De', 'Para', 'Tipo', 'Valor (R$)', 'Doação', 'Lançamento', 'Marca', 'Demonstração'],
    rows: told.payments.map((payment) => rowOf(told, payment)),
    pdf: () => writeMonth(told),
  }
}

function summaryJson({ origin, period, sums, reported, decided, administrationCents, byType, members }: Told) {
  return {
    paper: 'month',
    ...originJson(origin),
    period,
    ...Object.fromEntries(sums.map(({ key, count, cents }) => [key, { count, amount: reais(cents) }])),
    reports: { opened: reported, decided },
    administration: reais(administrationCents),
    types: byType.map(({ type, count, cents }) => ({ type, count, amount: reais(cents) })),
    members: members.map((member) => ({
      name: member.name,
      given: reais(member.givenCents),
      received: reais(member.receivedCents),
    })),
  }
}

function lineJson({ name }: Told, movement: Payment) {
  return {
    at: new Date(movement.at).toISOString(),
    donation_id: movement.donationId,
    type: movement.type,
    donor: name(movement.donorId),
    receiver: name(movement.receiverId),
    amount: reais(movement.amountCents),
    entry: { seq: movement.seq, hash: movement.hash },
    ...eachJson(movement),
  }
}

function rowOf({ name, origin }: Told, movement: Payment) {
  return [
    momentText(new Date(movement.at)),
    name(movement.donorId),
    name(movement.receiverId),
    [donationTypeLabel(movement.type), countText(movement) ?? []].flat().join(', '),
    reais(movement.amountCents),
    ...cellsOf(movement),
    origin.isDemonstration ? 'Sim' : 'Não',
  ]
}
