import type { Movement, StatementPeriod } from '#circle/statement.ts'
import { spanOf, statementOf } from '#circle/statement.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import type { Context } from '#server/context.ts'
import { openPersonal } from '#server/members/personal.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { readBrought, readPeriod } from './ledger-part.ts'
import { originOf } from './paper.ts'
import { countText, readPayments } from './payments.ts'
import type { Payment } from './payments.ts'
import { readWhenPaid, whenPaidText } from './when-paid.ts'
import { fullCpf, maskedCpf, periodText } from './words.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** The facts of a statement, whatever its form. */
export type Told = Awaited<ReturnType<typeof readStatement>>

/** Reads, from the ledger, what the actor's statement of a month or a year says. */
export async function readStatement(context: Context, period: StatementPeriod) {
  const { actor, db, secrets } = context
  const { head, movements } = await readPeriod(context, period, { memberId: actor.id })
  const people = await usersById(db, [
    actor.id,
    ...movements.flatMap(({ donorId, receiverId }) => (receiverId === null ? [donorId] : [donorId, receiverId])),
  ])
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null)).name
  const whenPaid = await readWhenPaid(context, movements)
  const isYear = period.length === 4
  const { cpf } = openPersonal(secrets, people.get(actor.id)!)
  const { given, received, ...sums } = statementOf(movements, { memberId: actor.id, period })
  return {
    ...sums,
    given: await readPayments(context, given),
    received: await readPayments(context, received),
    brought: await readBrought(context, actor.circleId, { memberId: actor.id, before: spanOf(period).before }),
    origin: await originOf(context, head),
    period,
    isYear,
    title: isYear ? `Informe de ${period}` : `Extrato de ${periodText(period)}`,
    member: name(actor.id),
    cpf: cpf === null ? null : isYear ? fullCpf(cpf) : maskedCpf(cpf),
    months: isYear ? MONTHS.map((month) => monthOf(movements, actor.id, `${period}-${month}`)) : [],
    whenPaid,
    /** The type, and that it came late or ahead: 'Contribuição mensal, depois do prazo'. */
    typeOf: (payment: Payment) =>
      [donationTypeLabel(payment.type), countText(payment) ?? [], whenPaidText(whenPaid(payment)) ?? []]
        .flat()
        .join(', '),
    otherOf: (movement: Movement, side: 'given' | 'received') =>
      name(side === 'given' ? movement.receiverId : movement.donorId),
  }
}

function monthOf(movements: readonly Movement[], memberId: string, period: StatementPeriod) {
  const { givenCents, receivedCents } = statementOf(movements, { memberId, period })
  return { period, givenCents, receivedCents }
}
