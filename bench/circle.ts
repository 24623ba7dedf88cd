import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { rodaPlan } from '#circle/plan.ts'
import { signAccessToken } from '#server/access/tokens.ts'
import { chainHash } from '#server/circle-store/ledger-chain.ts'
import { createCircle, withCircle } from '#server/circle-store/with-circle.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { UNKNOWN_DEVICE } from '#server/lib/device.ts'
import { newId } from '#server/lib/ids.ts'
import { ensureKeyCommitted } from '#server/members/payment-keys.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import { performPull } from '#server/pull/generate-pull.ts'
import { registrationOf } from '#server/seed/people.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { entries as places } from '#server/tables/entries.ts'
import { ledger } from '#server/tables/ledger.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'
import { noteAcceptance } from '#server/terms/consent.ts'

/** Somebody with an open session. The token is good for a quarter of an hour: `renewed` makes another. */
export type Person = { readonly id: string; readonly sessionId: string; readonly token: string }

export type PendingDonation = { readonly id: string; readonly donorId: string; readonly receiverId: string }

export type BenchCircle = {
  readonly id: string
  readonly administrator: Person
  readonly members: readonly Person[]
  /** The donations of its pull: with a receipt that waits to be confirmed, or waiting to be paid. */
  readonly pending: readonly PendingDonation[]
}

const DAY_MS = 86_400_000
const MEMBERS = 100

/** Numbers people across circles, since no two may have the same e-mail. */
let people = 0

/**
 * A real circle of a hundred members, where no other number is wanted, with sealed data, accepted terms, committed payment
 * keys and a place each, and one pull, unless it is wanted without. All of it is decided by the rules and stands in the ledger.
 * `receipts`: how many of the pull's donations have one.
 */
export async function makeCircle(
  services: Services,
  { receipts, isPulled = true, members = MEMBERS }: { receipts: number; isPulled?: boolean; members?: number },
): Promise<BenchCircle> {
  const id = newId(services.clock)
  const administrator = await findAdministrator(services)
  const context = contextOf(services, administrator, id)
  await createCircle(
    { ...context, actorId: administrator },
    {
      id,
      name: 'Roda da bancada',
      operator: OPERATOR,
      people: members,
      mode: 'real',
      plan: rodaPlan({ amountCents: 10_000, months: 11 }),
    },
    [{ id: administrator, name: 'Conta administrativa' }],
  )
  const memberIds = await addPeople(services, id, members)
  const pending = await withCircle(context, id, async (circle) => {
    const now = new Date(services.clock.now())
    for (const [index, memberId] of memberIds.entries()) {
      await circle.perform({ kind: 'approve_member', memberId })
      await ensureKeyCommitted(services, circle, memberId)
      await noteAcceptance(circle, memberId, now)
      await circle.perform({ kind: 'place', memberId, level: 1, position: index + 1, isReceiver: false })
    }
    if (!isPulled) return []
    await performPull(circle, {})
    const made = [...circle.state.donations.values()].map((donation) => ({
      id: donation.id,
      donorId: donation.donorId,
      receiverId: donation.receiverId!,
    }))
    // The verb writes these columns before it asks the rules; there is no picture here to take them from.
    await circle.tx
      .update(donations)
      .set({ receiptSentAt: now, receiptSha256: sql`encode(sha256(${donations.id}::text::bytea), 'hex')` })
      .where(
        inArray(
          donations.id,
          made.slice(0, receipts).map((donation) => donation.id),
        ),
      )
    for (const donation of made.slice(0, receipts))
      await circle.perform({ kind: 'send_receipt', donationId: donation.id, memberId: donation.donorId })
    return made
  })
  return {
    id,
    administrator: await signIn(services, administrator, id),
    members: await Promise.all(memberIds.map((memberId) => signIn(services, memberId, null))),
    pending,
  }
}

const OPERATOR = {
  name: 'Associação da Bancada',
  document: '11.222.333/0001-81',
  contact: 'bancada@exemplo.invalid',
  dataProtectionContact: 'bancada@exemplo.invalid',
}

async function findAdministrator({ db }: Services): Promise<string> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'ADMIN')).limit(1)
  return row!.id
}

/** The argument of the verbs that the loader calls: the administrator, in this circle. */
function contextOf(services: Services, id: string, circleId: string): Context {
  const actor = {
    id,
    administers: true,
    takesPart: false,
    isAuditor: false,
    status: 'ACTIVE',
    adminApproved: true,
    circleId,
    sessionId: id,
    via: 'password',
    helperId: null,
    confirmedAt: new Date(services.clock.now()),
  } satisfies Actor
  return { ...services, actor, actorId: id, address: '127.0.0.1', device: UNKNOWN_DEVICE }
}

async function addPeople({ clock, db, secrets }: Services, circleId: string, members: number): Promise<string[]> {
  const now = new Date(clock.now())
  const rows = Array.from({ length: members }, () => {
    const id = newId(clock)
    const { firstName, lastName, ...typed } = nextPerson()
    const personal = { ...nothingPersonal, ...typed }
    return {
      id,
      circleId,
      role: 'USER' as const,
      status: 'APPROVED' as const,
      adminApproved: true,
      firstName,
      lastName,
      ...personalColumns(secrets, id, personal),
      avatar: 'avatar_male_1',
      pixQrSha256: createHash('sha256').update(id).digest('hex'),
      // No session of the bench begins with a password.
      passwordHash: 'none',
      createdAt: now,
      updatedAt: now,
    }
  })
  await db.insert(users).values(rows)
  return rows.map(({ id }) => id)
}

function nextPerson() {
  people += 1
  return registrationOf({
    firstName: NAMES[people % NAMES.length]!,
    lastName: `de Souza ${letters(people)}`,
    number: people,
  })
}

/** The sealed data of another person, whose name stands elsewhere. */
export function contactOf() {
  const { firstName: _, lastName: __, ...typed } = nextPerson()
  return typed
}

const NAMES = ['Ana Lúcia', 'Bruno', 'Cecília', 'Davi', 'Elisângela', 'Fábio', 'Glória', 'Heitor', 'Iara', 'João Pedro']

function letters(number: number): string {
  return number.toString(26).replaceAll(/[0-9a-p]/g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
}

async function signIn(services: Services, userId: string, circleId: string | null): Promise<Person> {
  const now = new Date(services.clock.now())
  const sessionId = newId(services.clock)
  await services.db.insert(sessions).values({
    id: sessionId,
    userId,
    circleId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
    confirmedAt: now,
    lastSeenAt: now,
    device: UNKNOWN_DEVICE,
  })
  return renewed(services, { id: userId, sessionId })
}

/** A person with a new access token of their session. */
export async function renewed(
  services: Parameters<typeof signAccessToken>[0],
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
): Promise<Person> {
  return { id, sessionId, token: await signAccessToken(services, { userId: id, sessionId }) }
}

/**
 * Has a circle's ledger grow to so many entries, all with true hashes, which a verifier repeats: two members change places and
 * back, again and again.
 */
export async function growLedger(services: Services, { id, administrator }: BenchCircle, count: number): Promise<void> {
  // As two people decided it: nobody changes the order alone once contributions were asked for.
  const context = { ...contextOf(services, administrator.id, id), isProposal: true as const }
  await withCircle(context, id, async (circle) => {
    const { tx, seq: before } = circle
    const [one, other] = await tx.select({ id: places.id }).from(places).where(eq(places.circleId, id)).limit(2)
    const swap = () => circle.perform({ kind: 'swap', entryId: one!.id, otherEntryId: other!.id })
    await swap()
    await swap()
    const twice = await tx
      .select()
      .from(ledger)
      .where(and(eq(ledger.circleId, id), gt(ledger.seq, before)))
      .orderBy(ledger.seq)
    let last = twice.at(-1)!
    while (last.seq < count) {
      const rows = Array.from({ length: 250 }, () => twice)
        .flat()
        .map(({ actorId, kind, payload, at }) => {
          const facts = { circleId: id, seq: last.seq + 1, at: at.getTime(), actorId, kind, payload }
          last = { ...facts, at, previousHash: last.hash, hash: chainHash(facts, last.hash) }
          return last
        })
      await tx.insert(ledger).values(rows)
    }
    await tx.update(circles).set({ seq: last.seq, headHash: last.hash }).where(eq(circles.id, id))
  })
}

/**
 * Gives a circle a past of so many donations over the years, nearly all confirmed, each with its obligation, its payment
 * key and an entry of the ledger. It is written by SQL, so the past's entries carry no true hashes: reading them costs the
 * same.
 */
export async function addPast({ database }: Services, { id }: Pick<BenchCircle, 'id'>, count: number): Promise<void> {
  // As the owner, whose statements may take longer than a request.
  await database.asOwner(async (client) => {
    await client.query(PAST_MEMBERS, [id])
    for (const statement of PAST) await client.query(statement, [id, count])
    await client.query('drop table past_members')
    await client.query('vacuum analyze')
  })
}

export const PAST_MEMBERS = `create temporary table past_members as
  select row_number() over (order by e.position) - 1 as number, e.member_id as id, k.id as key_id
  from entries e join payment_keys k on k.circle_id = e.circle_id and k.member_id = e.member_id and k.state = 'current'
  where e.circle_id = $1::uuid`

/** The nth donation: a quarter of an hour after the one before, the last of them yesterday. */
const PAST_DONATIONS = `(
  select n, donor.id as donor_id, receiver.id as receiver_id, receiver.key_id,
    now() - interval '1 day' - make_interval(mins => 15 * ($2::int - n)) as at,
    case when n % 50 = 0 then 'EXPIRED' when n % 97 = 0 then 'CANCELLED' else 'CONFIRMED' end as status
  from (select count(*)::int as members from past_members) c, generate_series(1, $2::int) n
  join past_members donor on donor.number = n % (select count(*) from past_members)
  join past_members receiver on receiver.number =
    (n + 1 + n / (select count(*) from past_members) % ((select count(*) from past_members) - 1)) % (select count(*) from past_members)
) past`

/** Statements with the circle and the number of its donations. */
export const PAST = [
  `insert into obligations (circle_id, id, member_id, type, amount_cents, target, period, "order", owed_at, overdue, status, ended_at)
   select $1::uuid, md5($1::text || 'o' || n)::uuid, donor_id, 'PULL', 10000, 1, to_char(at, 'YYYY-MM') || '-' || n, 1000000 + n, at, false, 'confirmed', at
   from ${PAST_DONATIONS}`,
  `insert into donations (circle_id, id, obligation_id, donor_id, receiver_id, type, amount_cents, target, status, created_at, deadline_at, ended_at, receipt_sent_at, payment_key_id)
   select $1::uuid, md5($1::text || 'd' || n)::uuid, md5($1::text || 'o' || n)::uuid, donor_id, receiver_id, 'PULL', 10000, 1, status, at, at + interval '30 days', at + interval '10 days', at + interval '5 days', key_id
   from ${PAST_DONATIONS}`,
  `insert into donation_counters (circle_id, status, count, amount_cents)
   select circle_id, status, count(*), sum(amount_cents) from donations where circle_id = $1::uuid and $2::int > 0 group by 1, 2
   on conflict (circle_id, status) do update set count = excluded.count, amount_cents = excluded.amount_cents`,
  `insert into ledger (circle_id, seq, at, actor_id, kind, payload, previous_hash, hash)
   select $1::uuid, c.seq + n, now(), null, 'donation.confirmed', jsonb_build_object('donationId', md5($1::text || 'd' || n)::uuid), md5($1::text || 'h' || n), md5($1::text || 'h' || n + 1)
   from circles c, generate_series(1, $2::int) n where c.id = $1::uuid`,
  `update circles set seq = seq + $2::int, head_hash = md5($1::text || 'h' || $2::int + 1) where id = $1::uuid`,
]

/** So many ids of a circle's past, spread over all of it. */
export async function pastIds({ db }: Services, { id }: BenchCircle, wanted: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from donations where circle_id = ${id} order by md5(id::text) limit ${wanted}`,
  )
  return rows.map((row) => row.id)
}
