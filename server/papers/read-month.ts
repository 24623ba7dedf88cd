import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { sumOf } from '#circle/statement.ts'
import { donationTypes } from '#contracts/labels.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { readPeriod } from './ledger-part.ts'
import { originOf } from './paper.ts'
import { readPayments } from './payments.ts'

const happenings = [
  ['donation.matched', 'Designadas', 'matched'],
  ['donation.part_confirmed', 'Partes confirmadas', 'parts'],
  ['donation.confirmed', 'Confirmadas', 'confirmed'],
  ['donation.expired', 'Vencidas sem pagamento', 'expired'],
  ['donation.late', 'Vencidas, ainda a pagar', 'late'],
  ['donation.cancelled', 'Canceladas', 'cancelled'],
] as const

/** The facts of the paper, whatever its form. */
export type Told = Awaited<ReturnType<typeof readMonth>>

/** Reads, from the ledger, what became of a month. Recorded in the access log. */
export async function readMonth(context: Context, period: string) {
  const { actor, db } = context
  const { head, entries, movements } = await readPeriod(context, period)
  await record(context, db, 'donations.exported', { circleId: actor.circleId, actorId: actor.id })
  const origin = await originOf(context, head)
  const people = await usersById(
    db,
    movements.flatMap(({ donorId, receiverId }) => (receiverId === null ? [donorId] : [donorId, receiverId])),
  )
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null)).name
  const sums = happenings.map(([kind, label, key]) => ({ label, key, ...countOf(entries, kind) }))
  const reported = entries.filter(({ kind }) => kind === 'donation.reported').length
  const decided = entries.filter(({ kind }) => kind === 'report.ended').length
  const members = [...people.keys()]
    .map((id) => ({
      name: name(id),
      givenCents: sumOf(movements.filter(({ donorId }) => donorId === id)),
      receivedCents: sumOf(movements.filter(({ receiverId }) => receiverId === id)),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
  const administrationCents = sumOf(movements.filter(({ receiverId }) => receiverId === null))
  const byType = donationTypes.flatMap((type) => {
    const of = movements.filter((movement) => movement.type === type)
    return of.length === 0 ? [] : [{ type, count: of.length, cents: sumOf(of) }]
  })
  const totalCents = sumOf(movements)
  const payments = await readPayments(context, movements)
  return {
    origin,
    period,
    movements,
    payments,
    name,
    sums,
    reported,
    decided,
    members,
    administrationCents,
    totalCents,
    byType,
  }
}

function countOf(entries: readonly LedgerEntry[], kind: string): { count: number; cents: number } {
  const found = entries.filter((entry) => entry.kind === kind)
  return {
    count: found.length,
    cents: found.reduce((total, { payload }) => total + Number(payload['cents'] ?? payload['amountCents']), 0),
  }
}
