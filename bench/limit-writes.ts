import { createHash, verify } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { PoolConfig } from 'pg'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { canonicalJson, COMMAND_KIND } from '#circle/ledger/entry.ts'
import { upgradesOffered } from '#circle/levels.ts'
import { firstActText, isTimely } from '#circle/ledger/signed-act.ts'
import type { ActSignature } from '#circle/ledger/signed-act.ts'
import type { CircleEvent, CircleState, DonationFacts } from '#circle/state.ts'
import { readPoint } from '#server/access/read-signature.ts'
import { chainHash } from '#server/circle-store/ledger-chain.ts'
import { loadState } from '#server/circle-store/load.ts'
import { changed, storedTarget } from '#server/circle-store/save/change.ts'
import { endStatus } from '#server/circle-store/save/donations.ts'
import { CHANNEL } from '#server/events/publish.ts'
import { newId } from '#server/lib/ids.ts'
import { systemClock } from '#server/lib/clock.ts'
import { seal } from '#server/lib/sealing.ts'
import type { Secrets } from '#server/lib/secrets.ts'
import { noticesOf } from '#server/notify/notices-of.ts'
import { NOTICES_CHANNEL } from '#server/notify/notify.ts'
import type { circles } from '#server/tables/circles.ts'

// The limit of calls that write: the rules are called as they are, since they are the product's matter and pure. All around
// them is as few statements as can be: one before (session, device key, known answer), one round trip that locks and reads,
// and one that writes everything from JSON and commits. Connections are pipelined.

type Asked = {
  readonly userId: string
  readonly sessionId: string
  /** Null where the contract knows none: a second confirmation is refused by what the first one did. */
  readonly idempotencyKey: string | null
  readonly signature: string | undefined
  /** The donation that is confirmed; null where a month's contributions are asked for. */
  readonly donationId: string | null
}

/** Answers status and body. */
type Write = (asked: Asked) => Promise<{ status: number; body: object }>

type Before = {
  role: string
  circle_id: string
  public_key: string | null
  is_head_known: boolean
  known: { call: string; body_hash: string } | null
}
type Held = { last_at: Date; is_key_held: boolean | null; is_known: boolean }
type Cached = { seq: number; headHash: string; lastAt: number; state: CircleState }

const BEFORE = {
  name: 'before',
  text: `select u.role, coalesce(s.circle_id, u.circle_id) as circle_id,
    (select k.public_key from device_keys k where k.id = $3::uuid and k.user_id = u.id and k.circle_id = u.circle_id and k.removed_at is null) as public_key,
    exists (select from ledger l where l.circle_id = u.circle_id and l.hash = $4) as is_head_known,
    (select row_to_json(i) from idempotency_keys i where i.user_id = u.id and i.key = $5) as known
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and u.id = $2 and s.revoked_at is null and s.expires_at > now() and u.status <> 'SUSPENDED'`,
}
const TAKE = { name: 'take', text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as taken' }
const LOCK = { name: 'lock', text: 'select * from circles where id = $1 for update' }
/** A statement of its own: the one that waited for the lock sees other tables as they were before it waited. */
const HELD = {
  name: 'held',
  text: `select (select l.at from ledger l where l.circle_id = c.id and l.seq = c.seq) as last_at,
    (select removed_at is null from device_keys where id = $2::uuid) as is_key_held,
    exists (select from idempotency_keys where user_id = $3 and key = $4) as is_known
  from circles c where c.id = $1`,
}
const ACCEPTED = {
  name: 'accepted',
  text: `select e.member_id from entries e join circles c on c.id = e.circle_id
    left join terms_acceptances t on t.user_id = e.member_id and t.terms_version = c.terms_hash
    where e.circle_id = $1 and t.user_id is null order by e.member_id`,
}

const rows = (parameter: string, columns: string) => `jsonb_to_recordset(${parameter}::jsonb) as x(${columns})`
const MEMBER =
  'given_n1_cents bigint, given_n2_cents bigint, given_n3_cents bigint, given_administration_cents bigint, received_n1_cents bigint, received_n2_cents bigint, received_n3_cents bigint'
const WRITE = {
  name: 'write',
  text: `with
  head as (update circles set seq = $2, head_hash = $3, next_order = $4, donations_made = $5, pulled_period = $6 where id = $1),
  entries_of_ledger as (insert into ledger (circle_id, seq, at, actor_id, kind, payload, previous_hash, hash)
    select $1, x.seq, $7::timestamptz, $8::uuid, x.kind, x.payload, x.previous_hash, x.hash
    from ${rows('$9', 'seq bigint, kind text, payload jsonb, previous_hash text, hash text')}),
  of_members as (update circle_members m set (status, completed_n1_at, completed_n2_at, completed_n3_at, n3_completed_at, reentry,
      given_n1_cents, given_n2_cents, given_n3_cents, given_administration_cents, received_n1_cents, received_n2_cents, received_n3_cents)
    = (x.status, x.completed_n1_at, x.completed_n2_at, x.completed_n3_at, x.n3_completed_at, x.reentry,
      x.given_n1_cents, x.given_n2_cents, x.given_n3_cents, x.given_administration_cents, x.received_n1_cents, x.received_n2_cents, x.received_n3_cents)
    from ${rows('$10', `member_id uuid, status text, completed_n1_at timestamptz, completed_n2_at timestamptz, completed_n3_at timestamptz, n3_completed_at timestamptz, reentry text, ${MEMBER}`)}
    where m.circle_id = $1 and m.member_id = x.member_id),
  of_turns as (insert into turns (circle_id, id, member_id, level, required, confirmed, open, received_cents, status, started_at)
    select $1, x.* from ${rows('$11', 'id uuid, member_id uuid, level int, required int, confirmed int, open int, received_cents bigint, status text, started_at timestamptz')}
    on conflict (circle_id, id) do update set confirmed = excluded.confirmed, open = excluded.open, received_cents = excluded.received_cents, status = excluded.status),
  ended_turns as (update turns t set status = 'ended', confirmed = t.required, open = 0, received_cents = x.received_cents, ended_at = $7
    from ${rows('$12', 'id uuid, received_cents bigint')} where t.circle_id = $1 and t.id = x.id),
  places as (update entries e set position = x.position, is_receiver = x.is_receiver, passed_member_ids = x.passed_member_ids, turn_id = x.turn_id, updated_at = $7
    from ${rows('$13', 'id uuid, position int, is_receiver boolean, passed_member_ids jsonb, turn_id uuid')} where e.circle_id = $1 and e.id = x.id),
  owed as (insert into obligations (circle_id, id, member_id, type, amount_cents, target, period, "order", owed_at, overdue, status)
    select $1, x.id, x.member_id, x.type, x.amount_cents, x.target, x.period, x.number, $7, false, x.status
    from ${rows('$14', 'id uuid, member_id uuid, type text, amount_cents bigint, target int, period text, number bigint, status text')}),
  served as (update obligations o set status = x.status, overdue = coalesce(x.overdue, o.overdue), ended_at = x.ended_at
    from ${rows('$15', 'id uuid, status text, overdue boolean, ended_at timestamptz')} where o.circle_id = $1 and o.id = x.id),
  ended as (update donations d set status = x.status, ended_at = $7, confirmation_signed = x.signed
    from ${rows('$16', 'id uuid, status text, signed boolean')}
    where d.circle_id = $1 and d.id = x.id and d.status in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION') returning d.id),
  matched as (insert into donations (circle_id, id, obligation_id, donor_id, receiver_id, turn_id, type, amount_cents, target, status, created_at, deadline_at, payment_key_id)
    select $1, x.id, x.obligation_id, x.donor_id, x.receiver_id, x.turn_id, x.type, x.amount_cents, x.target, 'PENDING_PAYMENT', $7, x.deadline_at, k.id
    from ${rows('$17', 'id uuid, obligation_id uuid, donor_id uuid, receiver_id uuid, turn_id uuid, type text, amount_cents bigint, target int, deadline_at timestamptz')}
    left join payment_keys k on k.circle_id = $1 and k.member_id = x.receiver_id and k.state = 'current'),
  counted as (insert into donation_counters as c (circle_id, status, count, amount_cents)
    select $1, x.* from ${rows('$18', 'status text, count int, amount_cents bigint')}
    on conflict (circle_id, status) do update set count = c.count + excluded.count, amount_cents = c.amount_cents + excluded.amount_cents),
  told as (insert into notices (id, user_id, circle_id, at, kind, facts, letter, push)
    select x.id, x.user_id, $1, $7, x.kind, x.facts, 'due', case when exists (select from push_subscriptions p where p.user_id = x.user_id) then 'due' else 'none' end
    from ${rows('$19', 'id uuid, user_id uuid, kind text, facts jsonb')} returning user_id),
  kept as (insert into idempotency_keys (user_id, key, call, body_hash, answer, created_at) select $20::uuid, $21, $22, $23, to_jsonb($24::text), $7::timestamptz where $21::text is not null)
  select (select count(*)::int from ended) as ended, pg_notify('${CHANNEL}', $25),
    case when exists (select from told) then pg_notify('${NOTICES_CHANNEL}', '') end`,
}

const date = (at: number | null | undefined) => (at === null || at === undefined ? null : new Date(at).toISOString())
const stable = (value: unknown) => JSON.stringify(value)

/** Opens the limit's writer on connections of its own. */
export function openWrites(databaseUrl: string, secrets: Secrets): { write: Write; close(): Promise<void> } {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 10,
    idleTimeoutMillis: 60_000,
    options: '-c TimeZone=UTC',
    pipeline: true,
  } as PoolConfig)
  const cache = new Map<string, Cached>()

  const write: Write = async ({ userId, sessionId, idempotencyKey, signature, donationId }) => {
    const given = signature === undefined ? null : signatureOf(signature)
    const before = await pool.query<Before>({
      ...BEFORE,
      values: [sessionId, userId, given?.key ?? null, given?.head ?? null, idempotencyKey],
    })
    const who = before.rows[0]
    if (!who) return { status: 401, body: {} }
    const circleId = who.circle_id
    const call = donationId === null ? 'pull' : 'confirm'
    const bodyHash = createHash('sha256').update(canonicalJson({ call, donationId })).digest('base64url')
    if (who.known) return { status: who.known.body_hash === bodyHash ? 200 : 409, body: {} }
    if (donationId === null && who.role !== 'ADMIN') return { status: 403, body: {} }
    if (given) {
      const key = who.public_key === null ? null : readPoint(who.public_key)
      const act = { act: 'confirm', donationId, level: null, image: null } as const
      const isRight =
        key &&
        who.is_head_known &&
        isTimely(given, { seq: 0, at: Date.now() }) &&
        verify(
          'sha256',
          Buffer.from(firstActText(circleId, act, given)),
          { key, dsaEncoding: 'ieee-p1363' },
          Buffer.from(given.sig, 'base64url'),
        )
      if (!isRight) return { status: 400, body: {} }
    }
    const client = await pool.connect()
    try {
      const [, taken, locked, held] = await Promise.all([
        client.query('begin'),
        idempotencyKey === null
          ? null
          : client.query<{ taken: boolean }>({ ...TAKE, values: [`${userId}:${idempotencyKey}`] }),
        client.query({ ...LOCK, values: [circleId] }),
        client.query<Held>({ ...HELD, values: [circleId, given?.key ?? null, userId, idempotencyKey] }),
      ])
      const row = locked.rows[0] as Record<string, unknown>
      const { last_at, is_key_held, is_known } = held.rows[0]!
      if (taken?.rows[0]!.taken === false || is_known || (given && !is_key_held)) {
        await client.query('rollback')
        return { status: 409, body: {} }
      }
      const seq = Number(row['seq'])
      const known = cache.get(circleId)
      const isFresh = known?.seq === seq && known.headHash === row['head_hash']
      const latest: Cached = isFresh
        ? known
        : {
            seq,
            headHash: row['head_hash'] as string,
            lastAt: last_at.getTime(),
            state: await loadState(
              drizzle({ client }) as never,
              {
                id: circleId,
                mode: row['mode'],
                plan: row['plan'],
                nextOrder: Number(row['next_order']),
                donationsMade: Number(row['donations_made']),
                pulledPeriod: row['pulled_period'],
              } as typeof circles.$inferSelect,
            ),
          }
      const command: Command =
        donationId === null
          ? {
              kind: 'generate_pull',
              withoutConsent: (await client.query<{ member_id: string }>({ ...ACCEPTED, values: [circleId] })).rows.map(
                ({ member_id }) => member_id,
              ),
            }
          : { kind: 'confirm', donationId, by: { memberId: userId } }
      const now = Math.max(Date.now(), latest.lastAt)
      const ids: string[] = []
      const decision = decide(latest.state, command, {
        now,
        newId: () => {
          const id = newId(systemClock)
          ids.push(id)
          return id
        },
      })
      if (!decision.ok) {
        await client.query('rollback')
        return { status: 409, body: {} }
      }
      const { events, state } = decision
      const asked = { kind: COMMAND_KIND, command, ids, via: 'password', ...(given ? { signature: given } : {}) }
      const chained = chain({ circleId, actorId: userId, at: now }, latest, [asked, ...events])
      const body = answerOf(events, state, userId, donationId)
      const answer =
        idempotencyKey === null ? null : seal(secrets, JSON.stringify(body), `answer of ${userId}:${idempotencyKey}`)
      const values = [
        circleId,
        chained.seq,
        chained.headHash,
        state.nextOrder,
        state.donationsMade,
        state.pulledPeriod,
        date(now),
        userId,
        stable(chained.rows),
        ...rowsOf(latest.state, state, events, { now, isSigned: given !== null }),
        stable(
          noticesOf({ events, before: latest.state, after: state, actorId: userId }).map(
            ({ userId: user_id, kind, facts }) => ({ id: newId(systemClock), user_id, kind, facts }),
          ),
        ),
        userId,
        idempotencyKey,
        call,
        bodyHash,
        answer,
        JSON.stringify({ circleId, seq: chained.seq, memberIds: concerned(events) }),
      ]
      const [written] = await Promise.all([
        client.query<{ ended: number }>({ ...WRITE, values }),
        client.query('commit'),
      ])
      if (donationId !== null && written.rows[0]!.ended !== 1) throw new Error('The donation was not written')
      cache.set(circleId, { seq: chained.seq, headHash: chained.headHash, lastAt: now, state })
      return { status: donationId === null ? 201 : 200, body }
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return { write, close: () => pool.end() }
}

function signatureOf(header: string): ActSignature {
  const found = /^key=([^;\s]+); at=([^;\s]+); head=([^;\s]+); sig=([^;\s]+)$/.exec(header)!
  return { key: found[1]!, at: found[2]!, head: found[3]!, sig: found[4]!, image: null }
}

function chain(
  facts: { circleId: string; actorId: string; at: number },
  { seq, headHash }: Pick<Cached, 'seq' | 'headHash'>,
  entries: readonly { readonly kind: string }[],
) {
  const made = entries.map(({ kind, ...payload }) => {
    seq += 1
    const hash = chainHash({ ...facts, seq, kind, payload }, headHash)
    const row = { seq, kind, payload, previous_hash: headHash, hash }
    headHash = hash
    return row
  })
  return { seq, headHash, rows: made }
}

/** The parameters $10 to $18. */
function rowsOf(
  before: CircleState,
  after: CircleState,
  events: readonly CircleEvent[],
  { now, isSigned }: { now: number; isSigned: boolean },
): string[] {
  const of = <K extends CircleEvent['kind']>(kind: K) =>
    events.flatMap((event) => (event.kind === kind ? [event as Extract<CircleEvent, { kind: K }>] : []))
  const owed = of('obligation.owed')
  const matched = of('donation.matched')
  const isNew = new Set(owed.map(({ obligationId }) => obligationId))
  const ended = events.flatMap((event) => {
    const status = endStatus[event.kind]
    return status ? [{ ...(event as unknown as DonationFacts), status }] : []
  })
  const counts = new Map<string, { count: number; amount_cents: number }>()
  const count = (status: string, by: number, cents: number) => {
    const { count: one, amount_cents } = counts.get(status) ?? { count: 0, amount_cents: 0 }
    counts.set(status, { count: one + by, amount_cents: amount_cents + by * cents })
  }
  for (const { amountCents } of matched) count('PENDING_PAYMENT', 1, amountCents)
  for (const { donationId, amountCents, status } of ended) {
    count(before.donations.get(donationId)!.status, -1, amountCents)
    count(status, 1, amountCents)
  }
  const tables: object[][] = [
    changed(before.members, after.members).map(
      ({ id, status, completedAt, n3CompletedAt, reentry, given, received }) => ({
        member_id: id,
        status,
        completed_n1_at: date(completedAt[1]),
        completed_n2_at: date(completedAt[2]),
        completed_n3_at: date(completedAt[3]),
        n3_completed_at: date(n3CompletedAt),
        reentry,
        given_n1_cents: given[1],
        given_n2_cents: given[2],
        given_n3_cents: given[3],
        given_administration_cents: given.administration,
        received_n1_cents: received[1],
        received_n2_cents: received[2],
        received_n3_cents: received[3],
      }),
    ),
    changed(before.turns, after.turns).map(({ id, memberId, receivedCents, startedAt, ...turn }) => ({
      id,
      ...turn,
      member_id: memberId,
      received_cents: receivedCents,
      started_at: date(startedAt),
    })),
    of('turn.completed')
      .filter(({ turnId }) => !after.turns.has(turnId))
      .map(({ turnId, receivedCents }) => ({ id: turnId, received_cents: receivedCents })),
    changed(before.entries, after.entries).map(({ id, position, isReceiver, passedMemberIds, turnId }) => ({
      id,
      position,
      is_receiver: isReceiver,
      passed_member_ids: passedMemberIds,
      turn_id: turnId,
    })),
    owed.map(({ obligationId, memberId, type, amountCents, target, period, order }) => ({
      id: obligationId,
      member_id: memberId,
      type,
      amount_cents: amountCents,
      target: storedTarget(target),
      period,
      number: order,
      status: after.obligations.get(obligationId)!.status,
    })),
    [
      ...changed(before.obligations, after.obligations)
        .filter(({ id }) => !isNew.has(id))
        .map(({ id, status, overdue }) => ({ id, status, overdue, ended_at: null })),
      ...of('donation.confirmed').map(({ obligationId }) => ({
        id: obligationId,
        status: 'confirmed',
        overdue: null,
        ended_at: date(now),
      })),
    ],
    ended.map(({ donationId, status }) => ({ id: donationId, status, signed: isSigned })),
    matched.map(({ donationId, obligationId, donorId, receiverId, turnId, type, amountCents, target, deadlineAt }) => ({
      id: donationId,
      obligation_id: obligationId,
      donor_id: donorId,
      receiver_id: receiverId,
      turn_id: turnId,
      type,
      amount_cents: amountCents,
      target: storedTarget(target),
      deadline_at: date(deadlineAt),
    })),
    [...counts].map(([status, tally]) => ({ status, ...tally })).filter((tally) => tally.count !== 0),
  ]
  return tables.map(stable)
}

function concerned(events: readonly CircleEvent[]): readonly string[] | 'all' {
  const people = new Set<string>()
  for (const event of events)
    for (const name of ['memberId', 'donorId', 'receiverId'])
      if (name in event) people.add(String((event as unknown as Record<string, unknown>)[name]))
  return people.size > 180 ? 'all' : [...people]
}

function answerOf(events: readonly CircleEvent[], state: CircleState, userId: string, donationId: string | null) {
  if (donationId !== null)
    return {
      level_completed: events.some((event) => event.kind === 'turn.completed' && event.memberId === userId),
      upgrade_available: upgradesOffered(state, userId).length > 0,
    }
  const { created, receivers, skipped, skippedWithoutConsent } = events.find(
    (event) => event.kind === 'pull.generated',
  )! as Extract<CircleEvent, { kind: 'pull.generated' }>
  return {
    createdCount: created,
    receiversProcessed: receivers,
    skippedExisting: skipped,
    skippedWithoutConsent: skippedWithoutConsent ?? 0,
  }
}
