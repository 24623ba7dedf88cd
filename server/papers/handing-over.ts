import { and, asc, eq, sql } from 'drizzle-orm'
import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { HandOver } from '#circle/substitute.ts'
import { centsText } from '#contracts/money-text.ts'
import type { Context } from '#server/context.ts'
import { signHead } from '#server/ledger/head.ts'
import { entryView } from '#server/ledger/queries.ts'
import { momentText } from '#server/lib/days.ts'
import { isId } from '#server/lib/ids.ts'
import { reais } from '#contracts/money.ts'
import { refuse } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { nameOf } from '#server/reports/queries.ts'
import { isOfSubstitute, ledger } from '#server/tables/ledger.ts'
import { decidersOf, entriesNear } from './deciders.ts'
import { sayEntries } from './kinds.ts'
import { ensureUnaltered } from './ledger-part.ts'
import { originJson, originOf } from './paper.ts'
import type { Paper } from './paper.ts'
import { openSheet, sayHowToVerify } from './pdf.ts'
import { fullMoment, shortHash } from './words.ts'

type Told = Awaited<ReturnType<typeof readHandingOver>>

/**
 * The paper of a place that was handed over, for its two people and administrators: who, when, with which sums, and what the two
 * settle between them. All of it is the ledger's. Refuses with 404 a place that was not.
 */
export async function makeHandingOver(context: Context, substituteId: string): Promise<Paper> {
  const told = await readHandingOver(context, substituteId)
  const { leaver, newcomer, deciders, given, received, at, entry, origin } = told
  return {
    name: `lugar-${substituteId}`,
    json: {
      paper: 'handing_over',
      ...originJson(origin),
      leaver,
      newcomer,
      given: reais(given),
      received: reais(received),
      decided_by: deciders,
      at: new Date(at).toISOString(),
      entry: { seq: entry.seq, hash: entry.hash },
    },
    columns: [
      'De',
      'Para',
      'Dado até ali (R$)',
      'Recebido até ali (R$)',
      'Quando',
      'Lançamento',
      'Marca',
      'Demonstração',
    ],
    rows: [
      [
        leaver,
        newcomer,
        reais(given),
        reais(received),
        momentText(new Date(at)),
        String(entry.seq),
        entry.hash,
        origin.isDemonstration ? 'Sim' : 'Não',
      ],
    ],
    pdf: () => writePdf(told),
  }
}

async function readHandingOver(context: Context, substituteId: string) {
  const { actor, db } = context
  const { circleId } = actor
  const head = await signHead(context)
  const entries = isId(substituteId) ? await entriesOf(context, substituteId) : []
  const entry = entries.find(({ kind }) => kind === 'place.handed_over') ?? refuse('resource.not_found')
  const { memberId, newcomerId, givenCents, receivedCents } = entry.payload as HandOver & LedgerEntry['payload']
  if (!actor.administers && actor.id !== memberId && actor.id !== newcomerId) refuse('resource.not_found')
  const near = await entriesNear(context, entry.seq)
  ensureUnaltered(circleId, [...entries, ...near])
  const command = near.findLast(({ seq, kind }) => kind === COMMAND_KIND && seq < entry.seq)!
  const decidedBy = decidersOf(near, command)
  const people = await usersById(db, [memberId, newcomerId, ...decidedBy])
  const name = (id: string | null) => nameOf(id === null ? null : (people.get(id) ?? null)).name
  return {
    entries,
    entry,
    origin: await originOf(context, head),
    leaver: name(memberId),
    newcomer: name(newcomerId),
    deciders: decidedBy.map(name),
    given: givenCents,
    received: receivedCents,
    at: Date.parse(entry.at),
  }
}

/** The request, its acceptance and its end, oldest first. */
async function entriesOf({ actor, db }: Context, substituteId: string): Promise<LedgerEntry[]> {
  const rows = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        isOfSubstitute,
        sql`${ledger.payload} ->> 'substituteId' = ${substituteId}`,
      ),
    )
    .orderBy(asc(ledger.seq))
  return rows.map(entryView)
}

async function writePdf(told: Told): Promise<Buffer> {
  const { leaver, newcomer, deciders, given, received, at, entries, entry, origin } = told
  const sheet = await openSheet('Passagem de lugar', origin)
  sheet.say(
    `${leaver} passou o seu lugar no círculo ${origin.circle} a ${newcomer}, com o que ele devia e tinha a receber. As duas pessoas assinaram, e ${deciders.join(' e ')} ${deciders.length === 1 ? 'decidiu' : 'decidiram'}.`,
    { size: 12.5, gap: 1 },
  )
  sheet.facts([
    ['Quem saiu', leaver],
    ['Quem veio', newcomer],
    ['Dado pelo lugar até ali', centsText(given)],
    ['Recebido pelo lugar até ali', centsText(received)],
    ['Acerto entre as duas', settlementOf(told)],
    ['Quando', `${fullMoment(at)}, hora de São Paulo`],
    ['Lançamento no livro', `nº ${entry.seq} · ${shortHash(entry.hash)}`],
  ])
  sayEntries(sheet, 'O caminho no livro', entries)
  sayHowToVerify(sheet, origin)
  sheet.say('O acerto entre as duas pessoas é feito fora da Ciranda, que não sabe se foi feito.', { size: 9.5 })
  return sheet.close()
}

function settlementOf({ leaver, newcomer, given, received }: Told): string {
  if (given === received) return 'nada a acertar'
  return given > received
    ? `${newcomer} devolve ${centsText(given - received)} a ${leaver}`
    : `${leaver} entrega ${centsText(received - given)} a ${newcomer}`
}
