import { and, eq } from 'drizzle-orm'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { PAUSES_MAX } from '#circle/pause.ts'
import { periodOf } from '#circle/period.ts'
import type { EventOfKind } from '#circle/state.ts'
import { lastDayBefore } from '#contracts/age.ts'
import { centsText } from '#contracts/money-text.ts'
import type { Context } from '#server/context.ts'
import { getDonation } from '#server/donations/find.ts'
import { signHead } from '#server/ledger/head.ts'
import { listDonationEntries } from '#server/ledger/queries.ts'
import { dayText, momentText } from '#server/lib/days.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { obligations } from '#server/tables/obligations.ts'
import { sayEntries } from './kinds.ts'
import { decidersOf, entriesNear } from './deciders.ts'
import { ensureUnaltered } from './ledger-part.ts'
import { originJson, originOf } from './paper.ts'
import type { Paper } from './paper.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import { fullMoment, periodText, shortHash } from './words.ts'

type Told = Awaited<ReturnType<typeof readPause>>
type Paused = EventOfKind<'contribution.paused'>
type Parties = { readonly donorId: string; readonly receiverId: string; readonly amountCents: number }

/**
 * The paper of a month's pause, for both parties and administrators: who pays later, who waits and for how much, from which month
 * until when, who decided, and where they sign. All but the month is the ledger's. Refuses with 404 what was not left out.
 */
export async function makePause(context: Context, donationId: string): Promise<Paper> {
  const told = await readPause(context, donationId)
  const { donor, receiver, cents, month, paused, deciders, entry, origin } = told
  const [until, deadline] = [paused.until, paused.deadlineAt].map((at) => new Date(at).toISOString()) as [
    string,
    string,
  ]
  return {
    name: `pausa-${donationId}`,
    json: {
      paper: 'pause',
      ...originJson(origin),
      donor,
      receiver,
      amount: reais(cents),
      month,
      until,
      deadline,
      pauses: paused.pauses,
      decided_by: deciders,
      at: entry.at,
      entry: { seq: entry.seq, hash: entry.hash },
    },
    columns: [
      'Paga depois',
      'Espera',
      'Valor (R$)',
      'Mês',
      'Pedida de novo',
      'Prazo',
      'Decidida por',
      'Lançamento',
      'Marca',
      'Demonstração',
    ],
    rows: [
      [
        donor,
        receiver,
        reais(cents),
        month,
        momentText(new Date(until)),
        momentText(new Date(deadline)),
        deciders.join(', '),
        String(entry.seq),
        entry.hash,
        origin.isDemonstration ? 'Sim' : 'Não',
      ],
    ],
    pdf: () => writePdf(told),
  }
}

async function readPause(context: Context, donationId: string) {
  const { actor, db } = context
  const { circleId } = actor
  const { obligationId } = await getDonation(db, actor, donationId)
  const head = await signHead(context)
  const own = await listDonationEntries(db, circleId, donationId)
  const entry = own.findLast(({ kind }) => kind === 'contribution.paused') ?? refuse('resource.not_found')
  const near = await entriesNear(context, entry.seq)
  const command = near.findLast(({ seq, kind }) => kind === COMMAND_KIND && seq < entry.seq)!
  const { donorId, receiverId, amountCents } = partiesAt(own, entry.seq)
  let cents = amountCents
  const ids = pausedBy(near, command.seq).filter((id) => id !== donationId)
  for (const id of ids) {
    const other = partiesAt(await listDonationEntries(db, circleId, id), entry.seq)
    if (other.receiverId === receiverId) cents += other.amountCents
  }
  ensureUnaltered(circleId, [...own, ...near])
  const decidedBy = decidersOf(near, command)
  const people = await usersById(db, [donorId, receiverId, ...decidedBy])
  const name = (id: string) => nameOf(people.get(id) ?? null).name
  const [owed] = await db
    .select({ period: obligations.period })
    .from(obligations)
    .where(and(eq(obligations.circleId, circleId), eq(obligations.id, obligationId)))
  return {
    entry,
    entries: own.filter(({ seq, kind }) => seq <= head.seq && kind !== 'case.words'),
    paused: entry.payload as Paused,
    cents,
    month: owed?.period ?? periodOf(Date.parse(entry.at)),
    donor: name(donorId),
    receiver: name(receiverId),
    deciders: decidedBy.map(name),
    origin: await originOf(context, head),
  }
}

/** The donations that one command left out: its events follow it. */
function pausedBy(near: readonly LedgerEntry[], seq: number): string[] {
  const after = near.filter((one) => one.seq > seq)
  const end = after.findIndex(({ kind }) => kind !== 'contribution.paused')
  return after.slice(0, end === -1 ? after.length : end).map(({ payload }) => String(payload['donationId']))
}

/** Between whom a donation was then, and how much it is. */
function partiesAt(entries: readonly LedgerEntry[], seq: number): Parties {
  const isBetween = ({ kind }: LedgerEntry) => kind === 'donation.matched' || kind === 'donation.handed_over'
  return entries.findLast((entry) => entry.seq < seq && isBetween(entry))!.payload as Parties & LedgerEntry['payload']
}

async function writePdf(told: Told): Promise<Buffer> {
  const { donor, receiver, cents, month, paused, deciders, entry, entries, origin } = told
  const { until, deadlineAt, pauses } = paused
  const sheet = await openSheet('Pausa de um mês', origin)
  sheet.say(
    `${donor} não paga agora a contribuição de ${periodText(month)}: paga a ${receiver} a partir de ${dayText(new Date(until))}. Pagar antes também vale.`,
    { size: 12.5, gap: 1 },
  )
  sheet.facts([
    ['Quem paga depois', donor],
    ['Quem espera', receiver],
    ['Quanto', centsText(cents)],
    ['De que mês', periodText(month)],
    ['Pedida de novo em', dayText(new Date(until))],
    ['Prazo', lastDayBefore(deadlineAt).split('-').toReversed().join('/')],
    ['Pausa', `${pauses} de ${PAUSES_MAX} nesta volta`],
    ['Decidida por', deciders.join(' e ')],
    ['Quando', `${fullMoment(Date.parse(entry.at))}, hora de São Paulo`],
    ['Lançamento no livro', `nº ${entry.seq} · ${shortHash(entry.hash)}`],
  ])
  sheet.say('Cada pessoa assina aqui:', { gap: 2 })
  for (const [part, name] of [['Paga depois', donor], ['Espera', receiver], ...deciders.map((one) => ['Decidiu', one])])
    sheet.say(`_______________________________________________\n${part}: ${name}`, { gap: 1.6 })
  sayEntries(sheet, 'O caminho desta doação no livro', entries)
  sayHowToVerify(sheet, origin)
  return sheet.close()
}
