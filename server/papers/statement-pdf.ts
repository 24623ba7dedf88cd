import { centsText } from '#contracts/money-text.ts'
import { momentText } from '#server/lib/days.ts'
import { entriesText } from './payments.ts'
import type { Payment } from './payments.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import type { Sheet } from './pdf.ts'
import type { Column } from './pdf-table.ts'
import type { Told } from './read-statement.ts'
import { periodText, shortHash } from './words.ts'

/** A statement on paper: what was given and received in sum, month by month for a year, and each donation. */
export async function writeStatement(told: Told): Promise<Buffer> {
  const { period, isYear, member, cpf, brought, given, received, givenCents, receivedCents, origin } = told
  const sheet = await openSheet(told.title, origin)
  sheet.say(
    isYear
      ? `Doações confirmadas de ${member}, de 1º de janeiro a 31 de dezembro de ${period}.`
      : `Doações confirmadas de ${member} em ${periodText(period)}.`,
    { size: 12 },
  )
  sheet.facts([
    ['Nome', member],
    ...(cpf === null ? [] : [['CPF', cpf] as const]),
    ...(brought ? [['Trazido de antes', broughtText(brought)] as const] : []),
    ['Doado', centsText(givenCents)],
    ['Recebido', centsText(receivedCents)],
    ['Diferença', differenceText(receivedCents - givenCents)],
  ])
  if (isYear) writeMonths(sheet, told)
  writeSide(sheet, told, { side: 'given', movements: given, sumCents: givenCents })
  writeSide(sheet, told, { side: 'received', movements: received, sumCents: receivedCents })
  if (isYear) sayForTaxes(sheet)
  sayHowToVerify(sheet, origin)
  return sheet.close()
}

function writeMonths(sheet: Sheet, { months, givenCents, receivedCents }: Told): void {
  sheet.heading('Mês a mês')
  sheet.table(
    [
      { title: 'Mês', share: 4 },
      { title: 'Doado', share: 3, align: 'right' },
      { title: 'Recebido', share: 3, align: 'right' },
    ],
    months.map((month) => [periodText(month.period), centsText(month.givenCents), centsText(month.receivedCents)]),
    { foot: ['No ano', centsText(givenCents), centsText(receivedCents)] },
  )
}

type Side = { readonly side: 'given' | 'received'; readonly movements: readonly Payment[]; readonly sumCents: number }

function writeSide(sheet: Sheet, { otherOf, typeOf }: Told, { side, movements, sumCents }: Side): void {
  sheet.heading(side === 'given' ? 'Doado' : 'Recebido')
  if (movements.length === 0) {
    sheet.say(side === 'given' ? 'Nada foi doado.' : 'Nada foi recebido.')
    return
  }
  sheet.table(
    columnsOf(side),
    movements.map((movement) => [
      momentText(new Date(movement.at)),
      otherOf(movement, side),
      typeOf(movement),
      entriesText(movement),
      centsText(movement.amountCents),
    ]),
    {
      foot: [
        movements.length === 1 ? '1 pagamento' : `${movements.length} pagamentos`,
        '',
        '',
        '',
        centsText(sumCents),
      ],
    },
  )
}

function sayForTaxes(sheet: Sheet): void {
  sheet.heading('Para a declaração de imposto de renda')
  sheet.say(
    'A declaração pede o CPF de quem recebeu cada doação sua e de quem doou a você. A Ciranda não o mostra a outra ' +
      'pessoa: peça a ela. Doações em dinheiro também podem ter imposto do estado (ITCMD): as regras e os limites ' +
      'são os do estado em que você mora. Este informe não substitui a orientação de um contador.',
    { size: 9.5 },
  )
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

/** The sums of before, which are in no sum of the period. */
function broughtText({ givenCents, receivedCents, seq, hash }: NonNullable<Told['brought']>): string {
  return `${centsText(givenCents)} doados e ${centsText(receivedCents)} recebidos (nº ${seq} · ${shortHash(hash)})`
}

/** Received less given, said so that nobody takes it for a gain. */
function differenceText(balanceCents: number): string {
  if (balanceCents === 0) return 'nenhuma: o recebido é igual ao doado'
  return balanceCents > 0
    ? `${centsText(balanceCents)} recebidos a mais do que doados`
    : `${centsText(-balanceCents)} doados a mais do que recebidos`
}
