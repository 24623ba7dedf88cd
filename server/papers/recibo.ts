import { movementOf, sumOf } from '#circle/statement.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import { centsText } from '#contracts/money-text.ts'
import type { Context } from '#server/context.ts'
import { getDonation } from '#server/donations/find.ts'
import type { DonationRow } from '#server/donations/find.ts'
import { signHead } from '#server/ledger/head.ts'
import { listDonationEntries } from '#server/ledger/queries.ts'
import { momentText } from '#server/lib/days.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { donations, isBeside, paymentOf } from '#server/tables/donations.ts'
import { sayEntries } from './kinds.ts'
import { ensureUnaltered } from './ledger-part.ts'
import { originJson, originOf } from './paper.ts'
import type { Paper } from './paper.ts'
import { cellsOf, countText, eachJson, entriesText } from './payments.ts'
import type { Payment } from './payments.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import { readWhenPaid, whenPaidText } from './when-paid.ts'
import { fullMoment, moneyInWords } from './words.ts'

/** The facts of a recibo, whatever its form. */
type Told = Awaited<ReturnType<typeof readConfirmation>>

/**
 * The recibo of a confirmed donation, for its two parties and administrators: both see the same, names and no contact or
 * document. Amount, time and who confirmed are those of the ledger's entry. Refuses with 404, or `paper.not_confirmed`.
 */
export async function makeRecibo(context: Context, donationId: string): Promise<Paper> {
  const told = await readConfirmation(context, donationId)
  return {
    name: `recibo-${told.donationId}`,
    json: jsonOf(told),
    columns: [
      'Doação',
      'Tipo',
      'Valor (R$)',
      'De',
      'Para',
      'Confirmada em',
      'Confirmada por',
      'Lançamento',
      'Marca',
      'Demonstração',
    ],
    rows: [rowOf(told)],
    pdf: () => writePdf(told),
  }
}

async function readConfirmation(context: Context, donationId: string) {
  const { actor, db } = context
  const donation = await getDonation(db, actor, donationId)
  const head = await signHead(context)
  const each = []
  for (const { id } of await paidInOne(db, donation)) {
    const found = await listDonationEntries(db, actor.circleId, id)
    const entries = found.filter(({ seq, kind }) => seq <= head.seq && kind !== 'case.words')
    ensureUnaltered(actor.circleId, entries)
    const confirmation = entries.find(({ kind }) => kind === 'donation.confirmed')
    const movement = confirmation ? movementOf(confirmation) : null
    if (!confirmation || !movement) refuse('paper.not_confirmed')
    // The paper is of the whole donation, also where its last part alone came with this entry.
    each.push({
      entries,
      confirmation,
      movement: { ...movement, amountCents: Number(confirmation.payload['amountCents']) },
    })
  }
  const { confirmation, movement } = each.toSorted((a, b) => a.movement.seq - b.movement.seq).at(-1)!
  const payment: Payment = {
    ...movement,
    each: each.map((one) => one.movement),
    amountCents: sumOf(each.map((one) => one.movement)),
  }
  const { donorId, receiverId } = movement
  const origin = await originOf(context, head)
  const people = await usersById(
    db,
    [donorId, receiverId].filter((id) => id !== null),
  )
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null)).name
  const isByReceiver = confirmation.actor_id !== null && confirmation.actor_id === receiverId
  const whenPaid = (await readWhenPaid(context, [movement]))(movement)
  return {
    payment,
    whenPaid,
    origin,
    entries: each.flatMap(({ entries }) => entries).toSorted((a, b) => a.seq - b.seq),
    isByReceiver,
    donationId: donation.id,
    type: [donationTypeLabel(movement.type), countText(payment) ?? [], whenPaidText(whenPaid) ?? []].flat().join(', '),
    donor: name(donorId),
    receiver: name(receiverId),
  }
}

/** This donation, and those that the same receipt paid. */
async function paidInOne(db: Context['db'], donation: DonationRow): Promise<readonly DonationRow[]> {
  const payment = paymentOf(donation)
  if (payment === null) return [donation]
  const others = await db.select().from(donations).where(isBeside(donation))
  return [donation, ...others.filter((other) => paymentOf(other) === payment)].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  )
}

function jsonOf({ donationId, payment, whenPaid, entries, isByReceiver, donor, receiver, origin }: Told) {
  const { amountCents, at, seq, hash } = payment
  return {
    paper: 'recibo',
    ...originJson(origin),
    donation_id: donationId,
    type: payment.type,
    late: whenPaid.late,
    ahead_of: whenPaid.aheadOf,
    amount: reais(amountCents),
    donor,
    receiver,
    confirmed_at: new Date(at).toISOString(),
    confirmed_by: isByReceiver ? 'receiver' : 'administration',
    entry: { seq, hash },
    ...eachJson(payment),
    entries: entries.map((entry) => ({ seq: entry.seq, hash: entry.hash, kind: entry.kind, at: entry.at })),
  }
}

function rowOf({ type, payment, isByReceiver, donor, receiver, origin }: Told) {
  const { amountCents, at } = payment
  const [ids, ...entry] = cellsOf(payment)
  return [
    ids,
    type,
    reais(amountCents),
    donor,
    receiver,
    momentText(new Date(at)),
    isByReceiver ? 'Quem recebeu' : 'Administração',
    ...entry,
    origin.isDemonstration ? 'Sim' : 'Não',
  ]
}

async function writePdf(told: Told): Promise<Buffer> {
  const { type, payment, entries, isByReceiver, donor, receiver, origin } = told
  const { amountCents, at, each } = payment
  const sheet = await openSheet('Recibo', origin)
  sheet.say(centsText(amountCents), { size: 26, bold: true, gap: 0.6 })
  sheet.say(sentenceOf(told), {
    size: 12.5,
    gap: 1,
  })
  sheet.facts([
    ['De', donor],
    ['Para', receiver],
    ['Motivo', type],
    ['Confirmado em', `${fullMoment(at)}, hora de São Paulo`],
    ['Confirmado por', isByReceiver ? receiver : 'Administração do círculo'],
    [each.length === 1 ? 'Doação' : 'Doações', each.map((one) => one.donationId).join(', ')],
    ['Lançamento no livro', entriesText(payment)],
  ])
  sayEntries(sheet, 'O caminho desta doação no livro', entries)
  sayHowToVerify(sheet, origin)
  sheet.say('Este recibo documenta uma doação entre pessoas. Não é nota fiscal nem comprovante do banco.', {
    size: 9.5,
  })
  return sheet.close()
}

function sentenceOf({ payment, type, isByReceiver, donor, receiver, origin: { circle } }: Told): string {
  const { amountCents, receiverId } = payment
  const amount = `a quantia de ${centsText(amountCents)} (${moneyInWords(amountCents)})`
  const what = `a título de doação (${type.toLocaleLowerCase('pt-BR')}), no círculo ${circle}`
  if (isByReceiver) return `${receiver} confirmou ter recebido de ${donor} ${amount}, ${what}.`
  if (receiverId === null)
    return `A administração do círculo ${circle} confirmou ter recebido de ${donor}, na conta administrativa, ${amount}, a título de doação (${type}).`
  return `A administração do círculo deu como recebida por ${receiver}, de ${donor}, ${amount}, ${what}. A decisão e o motivo estão no caso desta doação.`
}
