import { donationTypeLabel } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import { momentText } from '#server/lib/days.ts'
import { entriesText } from './payments.ts'
import type { Payment } from './payments.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import type { Sheet } from './pdf.ts'
import type { Told } from './read-month.ts'
import { periodText } from './words.ts'

/** The donations listed on the PDF; its sums are of all, and the CSV lists every one. */
const LISTED_MAX = 2_000

/** The month of a circle on paper. */
export async function writeMonth(told: Told): Promise<Buffer> {
  const sheet = await openSheet(`O círculo em ${periodText(told.period)}`, told.origin)
  sheet.say('Para a administração e os fiscais. Tem nomes e valores de todas as pessoas: guarde com cuidado.', {
    size: 10.5,
  })
  writeHappenings(sheet, told)
  if (told.movements.length === 0) sheet.say('Nenhuma doação foi confirmada neste mês.')
  else {
    writeTypes(sheet, told)
    writePeople(sheet, told)
    writeDonations(sheet, told)
  }
  sayHowToVerify(sheet, told.origin)
  return sheet.close()
}

function writeHappenings(sheet: Sheet, { sums, reported, decided, administrationCents }: Told): void {
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
    ['Problemas avisados', String(reported)],
    ['Casos decididos', String(decided)],
    ...(administrationCents > 0 ? [['À conta administrativa', centsText(administrationCents)] as const] : []),
  ])
}

function writeTypes(sheet: Sheet, { byType, movements, totalCents }: Told): void {
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
}

function writePeople(sheet: Sheet, { members, administrationCents, totalCents, name }: Told): void {
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
}

function writeDonations(sheet: Sheet, { payments, name }: Told): void {
  sheet.heading('Doações confirmadas')
  sheet.table(
    [
      { title: 'Data', share: 2.8 },
      { title: 'De', share: 3.4 },
      { title: 'Para', share: 3.4 },
      { title: 'Lançamento', share: 3 },
      { title: 'Valor', share: 2.4, align: 'right' },
    ],
    payments.slice(0, LISTED_MAX).map((payment) => lineOf(payment, name)),
  )
  if (payments.length > LISTED_MAX)
    sheet.say(`Mais ${payments.length - LISTED_MAX} doações não cabem aqui e estão na planilha (CSV) deste mês.`)
}

function lineOf(movement: Payment, name: (id: string | null) => string): string[] {
  return [
    momentText(new Date(movement.at)),
    name(movement.donorId),
    name(movement.receiverId),
    entriesText(movement),
    centsText(movement.amountCents),
  ]
}
