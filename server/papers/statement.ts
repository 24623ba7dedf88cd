import type { Movement, StatementPeriod } from '#circle/statement.ts'
import { statementOf } from '#circle/statement.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import type { Context } from '#server/context.ts'
import { momentText } from '#server/lib/days.ts'
import { reais } from '#server/lib/money.ts'
import { openPersonal } from '#server/members/personal.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { readPeriod } from './ledger-part.ts'
import { originJson, originOf } from './paper.ts'
import type { Paper } from './paper.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import type { Column } from './pdf.ts'
import { fullCpf, maskedCpf, periodText, shortHash } from './words.ts'

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/**
 * The actor's gifts and receipts of a month or a year, by the ledger. Others stand in it by their names alone, as in the
 * actor's own history. Their own CPF stands in full on a year's, which goes with the tax return, and masked on a month's.
 */
export async function makeStatement(context: Context, period: StatementPeriod): Promise<Paper> {
  const { actor, db, secrets } = context
  const { head, movements } = await readPeriod(context, period, { memberId: actor.id })
  const { given, received, givenCents, receivedCents } = statementOf(movements, { memberId: actor.id, period })
  const origin = await originOf(context, head)
  const people = await usersById(db, [
    actor.id,
    ...movements.flatMap(({ donorId, receiverId }) => (receiverId === null ? [donorId] : [donorId, receiverId])),
  ])
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null)).name
  const isYear = period.length === 4
  const { cpf } = openPersonal(secrets, people.get(actor.id)!)
  const shownCpf = cpf === null ? null : isYear ? fullCpf(cpf) : maskedCpf(cpf)
  const title = isYear ? `Informe de ${period}` : `Extrato de ${periodText(period)}`
  const balanceCents = receivedCents - givenCents
  const months = isYear
    ? MONTHS.map((month) => {
        const each = statementOf(movements, { memberId: actor.id, period: `${period}-${month}` })
        return { period: `${period}-${month}`, givenCents: each.givenCents, receivedCents: each.receivedCents }
      })
    : []
  const line = (movement: Movement, side: 'given' | 'received') => ({
    side,
    at: new Date(movement.at).toISOString(),
    donation_id: movement.donationId,
    type: movement.type,
    other: name(side === 'given' ? movement.receiverId : movement.donorId),
    amount: reais(movement.amountCents),
    entry: { seq: movement.seq, hash: movement.hash },
  })
  const sides = [
    ...given.map((movement) => ({ movement, side: 'given' as const })),
    ...received.map((movement) => ({ movement, side: 'received' as const })),
  ].toSorted((a, b) => a.movement.seq - b.movement.seq)
  return {
    name: `${isYear ? 'informe' : 'extrato'}-${period}`,
    json: {
      paper: 'statement',
      ...originJson(origin),
      period,
      member: name(actor.id),
      cpf: shownCpf,
      given: reais(givenCents),
      received: reais(receivedCents),
      months: months.map((month) => ({
        period: month.period,
        given: reais(month.givenCents),
        received: reais(month.receivedCents),
      })),
      donations: sides.map(({ movement, side }) => line(movement, side)),
    },
    columns: ['Data', 'Sentido', 'De ou para', 'Tipo', 'Valor (R$)', 'Doação', 'Lançamento', 'Hash', 'Demonstração'],
    rows: sides.map(({ movement, side }) => [
      momentText(new Date(movement.at)),
      side === 'given' ? 'Doado' : 'Recebido',
      name(side === 'given' ? movement.receiverId : movement.donorId),
      donationTypeLabel(movement.type),
      reais(movement.amountCents),
      movement.donationId,
      String(movement.seq),
      movement.hash,
      origin.isDemonstration ? 'Sim' : 'Não',
    ]),
    pdf: async () => {
      const sheet = await openSheet(title, origin)
      sheet.say(
        isYear
          ? `Doações confirmadas de ${name(actor.id)}, de 1º de janeiro a 31 de dezembro de ${period}.`
          : `Doações confirmadas de ${name(actor.id)} em ${periodText(period)}.`,
        { size: 12 },
      )
      sheet.facts([
        ['Nome', name(actor.id)],
        ...(shownCpf === null ? [] : [['CPF', shownCpf] as const]),
        ['Doado', centsText(givenCents)],
        ['Recebido', centsText(receivedCents)],
        ['Diferença', differenceText(balanceCents)],
      ])
      if (isYear) {
        sheet.heading('Mês a mês')
        sheet.table(
          [
            { title: 'Mês', share: 4 },
            { title: 'Doado', share: 3, align: 'right' },
            { title: 'Recebido', share: 3, align: 'right' },
          ],
          months.map((month) => [
            periodText(month.period),
            centsText(month.givenCents),
            centsText(month.receivedCents),
          ]),
          { foot: ['No ano', centsText(givenCents), centsText(receivedCents)] },
        )
      }
      list('Doado', given, 'given', givenCents)
      list('Recebido', received, 'received', receivedCents)
      if (isYear) {
        sheet.heading('Para a declaração de imposto de renda')
        sheet.say(
          'A declaração pede o CPF de quem recebeu cada doação sua e de quem doou a você. A Ciranda não o mostra a outra ' +
            'pessoa: peça a ela. Doações em dinheiro também podem ter imposto do estado (ITCMD): as regras e os limites ' +
            'são os do estado em que você mora. Este informe não substitui a orientação de um contador.',
          { size: 9.5 },
        )
      }
      sayHowToVerify(sheet, origin)
      return sheet.close()

      function list(what: string, lines: readonly Movement[], side: 'given' | 'received', sumCents: number): void {
        sheet.heading(what)
        if (lines.length === 0) {
          sheet.say(side === 'given' ? 'Nada foi doado.' : 'Nada foi recebido.')
          return
        }
        sheet.table(
          columnsOf(side),
          lines.map((movement) => [
            momentText(new Date(movement.at)),
            name(side === 'given' ? movement.receiverId : movement.donorId),
            donationTypeLabel(movement.type),
            `nº ${movement.seq} · ${shortHash(movement.hash)}`,
            centsText(movement.amountCents),
          ]),
          { foot: [lines.length === 1 ? '1 doação' : `${lines.length} doações`, '', '', '', centsText(sumCents)] },
        )
      }
    },
  }
}

function columnsOf(side: 'given' | 'received'): Column[] {
  return [
    { title: 'Data', share: 3 },
    { title: side === 'given' ? 'Para' : 'De', share: 4 },
    { title: 'Tipo', share: 3.4 },
    { title: 'Lançamento', share: 3.2 },
    { title: 'Valor', share: 2.6, align: 'right' },
  ]
}

/** Received less given, said so that nobody takes it for a gain. */
function differenceText(balanceCents: number): string {
  if (balanceCents === 0) return 'nenhuma: o recebido é igual ao doado'
  return balanceCents > 0
    ? `${centsText(balanceCents)} recebidos a mais do que doados`
    : `${centsText(-balanceCents)} doados a mais do que recebidos`
}
