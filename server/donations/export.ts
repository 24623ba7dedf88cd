import { and, eq, inArray } from 'drizzle-orm'
import { donationStatusLabels, donationTypeLabel } from '#contracts/labels.ts'
import { record } from '#server/access/record-access.ts'
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts'
import type { Cell } from '#server/lib/csv.ts'
import { momentText, today } from '#server/lib/days.ts'
import type { Context } from '#server/context.ts'
import type { Walk } from '#server/database/pages.ts'
import { reais } from '#contracts/money.ts'
import { openKey } from '#server/members/payment-keys.ts'
import { donations, paymentOf } from '#server/tables/donations.ts'
import type { DonationFilter } from './donation-filter.ts'
import type { DonationRow } from './find.ts'
import { registeredParty } from './party.ts'
import { walkPage } from './walk.ts'
import { readDonations } from './read-donations.ts'
import type { ReadDonations } from './read-donations.ts'
import { whereOf } from './donation-filter.ts'

const CHUNK = 500

/** People by id; null is the administrative account. */
type People = Map<string | null, { readonly name: string; readonly pixKey: string | null }>

const columns = [
  'ID',
  'Tipo',
  'Status',
  'Valor (R$)',
  'Doador',
  'Chave PIX do doador',
  'ID do doador',
  'Receptor',
  'Chave PIX do receptor',
  'ID do receptor',
  'Criada em',
  'Prazo',
  'Comprovante enviado em',
  'Comprovante repetido',
  'Reportada',
  'Concluída em',
  'Encerrada em',
  'Depois do prazo',
  'Mês adiantado',
  'Pagamento',
  'Valor do pagamento (R$)',
]

/**
 * Exports the circle's donations that meet every filter, newest first, as a CSV file. It is streamed in chunks, so that
 * neither the database nor the memory holds all of it. The export is recorded in the access log, because it names
 * people and their PIX keys.
 */
export async function exportDonations(context: Context, filter: DonationFilter) {
  const { actor, clock, db } = context
  await record(context, db, 'donations.exported', { circleId: actor.circleId, actorId: actor.id })
  return { name: `doacoes-${today(clock.now())}.csv`, pieces: pieces(context, filter) }
}

async function* pieces(context: Context, filter: DonationFilter): AsyncGenerator<string> {
  const where = whereOf(context.actor.circleId, filter)
  const people: People = new Map([[null, registeredParty(context, null)]])
  // The first chunk is read before the answer starts, so that a database failure still becomes an error answer.
  let head = BYTE_ORDER_MARK + csvLine(columns)
  for (let from: string | null = null; ;) {
    const walk: Walk = { reversed: false, from, skip: 0, take: CHUNK }
    const read: ReadDonations | null = where && (await readDonations(context, walkPage(context, where, walk)))
    const rows = read?.rows ?? []
    // A circle has few people, and each one's data is opened only once.
    for (const [id, user] of read?.people ?? []) if (!people.has(id)) people.set(id, registeredParty(context, user))
    const paidOn = ownKeys(context, read)
    const payments = await paymentsOf(context, rows)
    yield head + rows.map((row) => csvLine([...cellsOf(row, people, paidOn), ...payments(row)])).join('')
    if (rows.length < CHUNK) return
    head = ''
    from = rows.at(-1)!.id
  }
}

/** In a real circle, the PIX key that each donation is paid on, by its version; a version forgotten has none. */
function ownKeys({ secrets }: Context, read: ReadDonations | null): ReadonlyMap<string, string | null> {
  if (read?.mode !== 'real') return new Map()
  return new Map([...read.keys].map(([id, version]) => [id, openKey(secrets, version)?.pixKey ?? null]))
}

/** The first donation and the sum of what was paid in one, the same on each of its lines; of any other its own. */
async function paymentsOf({ actor, db }: Context, rows: readonly DonationRow[]): Promise<(row: DonationRow) => Cell[]> {
  const receipts = rows.flatMap((row) => (paymentOf(row) === null ? [] : [row.receiptSha256!]))
  const isOfThese = and(eq(donations.circleId, actor.circleId), inArray(donations.receiptSha256, receipts))
  const paid = receipts.length === 0 ? [] : await db.select().from(donations).where(isOfThese).orderBy(donations.id)
  const payments = Map.groupBy(paid, paymentOf)
  return (row) => {
    const payment = paymentOf(row)
    const each = (payment !== null && payments.get(payment)) || [row]
    return [each[0]!.id, reais(each.reduce((sum, { amountCents }) => sum + amountCents, 0))]
  }
}

function cellsOf(row: DonationRow, people: People, paidOn: ReadonlyMap<string, string | null>): Cell[] {
  const donor = people.get(row.donorId)
  const receiver = people.get(row.receiverId)
  return [
    row.id,
    donationTypeLabel(row.type),
    donationStatusLabels[row.status],
    reais(row.amountCents),
    donor?.name ?? null,
    donor?.pixKey ?? null,
    row.donorId,
    receiver?.name ?? null,
    (paidOn.has(row.paymentKeyId ?? '') ? paidOn.get(row.paymentKeyId!) : receiver?.pixKey) ?? null,
    row.receiverId,
    momentText(row.createdAt),
    momentText(row.deadlineAt),
    moment(row.receiptSentAt),
    row.receiptReused ? 'Sim' : 'Não',
    row.reportId === null ? 'Não' : 'Sim',
    row.status === 'CONFIRMED' ? moment(row.endedAt) : null,
    moment(row.endedAt),
    row.isLate ? 'Sim' : 'Não',
    row.aheadOf,
  ]
}

function moment(at: Date | null): string | null {
  return at === null ? null : momentText(at)
}
