import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { sumOf } from '#circle/statement.ts'
import type { Movement } from '#circle/statement.ts'
import { donationTypeLabel, donationTypes } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { momentText } from '#server/lib/days.ts'
import { reais } from '#server/lib/money.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { readPeriod } from './ledger-part.ts'
import { originJson, originOf } from './paper.ts'
import type { Paper } from './paper.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import { periodText, shortHash } from './words.ts'

/** The donations listed on the PDF; its sums are of all, and the CSV lists every one. */
const LISTED_MAX = 2_000

const happenings = [
  ['donation.matched', 'Designadas', 'matched'],
  ['donation.confirmed', 'Confirmadas', 'confirmed'],
  ['donation.expired', 'Vencidas sem pagamento', 'expired'],
  ['donation.cancelled', 'Canceladas', 'cancelled'],
] as const

/**
 * A month of the selected circle for those who administer it, by the ledger: what became of its donations, what each
 * member gave and received, and each confirmed donation. Recorded in the access log, since it names everybody.
 */
export async function makeMonth(context: Context, period: string): Promise<Paper> {
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
  const totalCents = sumOf(movements)
  const byType = donationTypes.flatMap((type) => {
    const of = movements.filter((movement) => movement.type === type)
    return of.length === 0 ? [] : [{ type, count: of.length, cents: sumOf(of) }]
  })
  return {
    name: `circulo-${period}`,
    json: {
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
      donations: movements.map((movement) => ({
        at: new Date(movement.at).toISOString(),
        donation_id: movement.donationId,
        type: movement.type,
        donor: name(movement.donorId),
        receiver: name(movement.receiverId),
        amount: reais(movement.amountCents),
        entry: { seq: movement.seq, hash: movement.hash },
      })),
    },
    columns: ['Data', 'De', 'Para', 'Tipo', 'Valor (R$)', 'Doação', 'Lançamento', 'Hash', 'Demonstração'],
    rows: movements.map((movement) => [
      momentText(new Date(movement.at)),
      name(movement.donorId),
      name(movement.receiverId),
      donationTypeLabel(movement.type),
      reais(movement.amountCents),
      movement.donationId,
      String(movement.seq),
      movement.hash,
      origin.isDemonstration ? 'Sim' : 'Não',
    ]),
    pdf: async () => {
      const sheet = await openSheet(`O círculo em ${periodText(period)}`, origin)
      sheet.say('Para a administração. Tem nomes e valores de todas as pessoas: guarde com cuidado.', { size: 10.5 })
      sheet.heading('O que houve com as doações')
      sheet.table(
        [
          { title: 'Neste mês', share: 5 },
          { title: 'Quantas', share: 2, align: 'right' },
          { title: 'Valor', share: 3, align: 'right' },
        ],
        sums.map(({ label, count, cents }) => [label, String(count), centsText(cents)]),
      )
      sheet.facts([
        ['Reports abertos', String(reported)],
        ['Reports decididos', String(decided)],
        ...(administrationCents > 0 ? [['À conta administrativa', centsText(administrationCents)] as const] : []),
      ])
      if (byType.length > 0) {
        sheet.heading('Confirmadas, por tipo')
        sheet.table(
          [
            { title: 'Tipo', share: 5 },
            { title: 'Quantas', share: 2, align: 'right' },
            { title: 'Valor', share: 3, align: 'right' },
          ],
          byType.map(({ type, count, cents }) => [donationTypeLabel(type), String(count), centsText(cents)]),
          { foot: ['Todas', String(movements.length), centsText(totalCents)] },
        )
        sheet.heading('Por pessoa')
        sheet.table(
          [
            { title: 'Nome', share: 5 },
            { title: 'Doado', share: 3, align: 'right' },
            { title: 'Recebido', share: 3, align: 'right' },
          ],
          [
            ...members.map((member) => [member.name, centsText(member.givenCents), centsText(member.receivedCents)]),
            ...(administrationCents > 0 ? [[name(null), centsText(0), centsText(administrationCents)]] : []),
          ],
          { foot: ['Todas as pessoas', centsText(totalCents), centsText(totalCents)] },
        )
        sheet.heading('Doações confirmadas')
        sheet.table(
          [
            { title: 'Data', share: 2.8 },
            { title: 'De', share: 3.4 },
            { title: 'Para', share: 3.4 },
            { title: 'Lançamento', share: 3 },
            { title: 'Valor', share: 2.4, align: 'right' },
          ],
          movements.slice(0, LISTED_MAX).map((movement) => lineOf(movement, name)),
        )
        if (movements.length > LISTED_MAX)
          sheet.say(`Mais ${movements.length - LISTED_MAX} doações não cabem aqui e estão na planilha (CSV) deste mês.`)
      } else sheet.say('Nenhuma doação foi confirmada neste mês.')
      sayHowToVerify(sheet, origin)
      return sheet.close()
    },
  }
}

function lineOf(movement: Movement, name: (id: string | null) => string): string[] {
  return [
    momentText(new Date(movement.at)),
    name(movement.donorId),
    name(movement.receiverId),
    `nº ${movement.seq} · ${shortHash(movement.hash)}`,
    centsText(movement.amountCents),
  ]
}

function countOf(entries: readonly LedgerEntry[], kind: string): { count: number; cents: number } {
  const found = entries.filter((entry) => entry.kind === kind)
  return { count: found.length, cents: found.reduce((total, { payload }) => total + Number(payload['amountCents']), 0) }
}
