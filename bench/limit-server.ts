import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Pool } from 'pg'
import { sealedFields } from '#contracts/profile-fields.ts'
import { imageUrl } from '#server/files/address.ts'
import { systemClock } from '#server/lib/clock.ts'
import { unseal } from '#server/lib/sealing.ts'
import { deriveSecrets } from '#server/lib/secrets.ts'
import { openWrites } from './limit-writes.ts'

// The limit: a server written by hand for nothing but the measured calls, with Ciranda's duties and no layer between.
// Each call is one prepared statement that reads the session, the data and the last look at it, and builds the answer's
// JSON in PostgreSQL. What SQL cannot do is done here: verifying the token, opening sealed fields, signing addresses.

const { PORT, DATABASE_URL, JWT_SECRET, PUBLIC_URL } = process.env as Record<string, string>

const secrets = deriveSecrets(JWT_SECRET!)
const tokenKey = createSecretKey(secrets.tokenKey)
const pool = new Pool({ connectionString: DATABASE_URL!, max: 5, idleTimeoutMillis: 500, options: '-c TimeZone=UTC' })
const { write } = openWrites(DATABASE_URL!, secrets)
const files = { secrets, clock: systemClock, publicUrl: () => PUBLIC_URL! }

type Claims = { sub: string; sid: string; exp: number; nbf: number; iss: string; aud: string }

/** The claims of an access token, in the one form in which this installation signs them; null for any other. */
function readToken(authorization: string | undefined): Claims | null {
  const [head, body, signature] = (authorization ?? '').slice('Bearer '.length).split('.')
  if (!head || !body || !signature) return null
  const expected = createHmac('sha256', tokenKey).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { alg, typ } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string; typ: string }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const now = Date.now() / 1000
  const isOurs = alg === 'HS256' && typ === 'at+jwt' && claims.iss === 'ciranda' && claims.aud === 'ciranda:api'
  return isOurs && claims.exp > now && claims.nbf <= now + 30 ? claims : null
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The administrator of a session and the circle that it shows: no row where there is no right to ask. */
const WHO = `who as materialized (
  select u.id, coalesce(s.circle_id, u.circle_id) as circle_id from sessions s join users u on u.id = s.user_id
  where s.id = $1 and u.id = $2 and s.revoked_at is null and s.expires_at > now() and u.status <> 'SUSPENDED' and u.role = 'ADMIN')`

/** When the administrator last looked at such data: one look in ten minutes is recorded. */
const seen = (kind: string) => `(select extract(epoch from a.at) * 1000 from audit a, who
  where a.circle_id = who.circle_id and a.kind = '${kind}' and a.actor_id = who.id order by a.id desc limit 1)`

const party = (
  side: string,
) => `json_build_object('id', ${side}.id, 'name', trim(${side}.first_name || ' ' || ${side}.last_name),
  'firstName', ${side}.first_name, 'lastName', ${side}.last_name, 'avatarUrl', ${side}.avatar, 'email', null, 'phone', null,
  'pixKey', null, 'pixOwnerName', null, 'pixCopyPaste', null, 'pixQrCode', null, 'btcAddress', null, 'btcQrCode', null,
  'usdtAddress', null, 'usdtQrCode', null)`

const place = (side: string, column: string) => `(select json_build_array(e.level, e.position) from entries e
  where e.circle_id = p.circle_id and e.member_id = p.${side}_id and e.level in (1, ${column})
  order by e.level = ${column} desc limit 1)`

const OPEN = `p.status in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`

/** Donations without a report or a rejected receipt: with one, nearly nothing of what is measured is, and it costs Ciranda more. */
const donationsOf = (page: string) => `page as materialized (${page})
select (select json_agg(json_build_object('donorSealed', donor.sealed, 'receiverKeyId', k.id, 'receiverKey', k.sealed, 'receiverSealed', receiver.sealed,
  'donorPlace', ${place('donor', `case when ${OPEN} then p.target else 1 end`)},
  'receiverPlace', ${place('receiver', `case when ${OPEN} then p.target else 1 end`)},
  'view', json_build_object('id', p.id, 'donationId', p.id, 'type', p.type, 'status', p.status, 'amount', p.amount_cents / 100.0,
    'paid', p.paid_cents / 100.0, 'missing', case when p.status = 'CONFIRMED' then 0 else (p.amount_cents - p.paid_cents) / 100.0 end,
    'receipt_amount', case when p.status = 'PENDING_CONFIRMATION' then p.sent_cents / 100.0 end, 'payer_name', null,
    'receipt_seen_at', ${iso('p.receipt_seen_at')}, 'scheduled_for', p.scheduled_for, 'paused_until', ${iso('p.paused_until')},
    'ahead_of', p.ahead_of, 'parts', '[]'::json, 'helped', '[]'::json,
    'createdAt', ${iso('p.created_at')}, 'created_at', ${iso('p.created_at')}, 'deadline', ${iso('p.deadline_at')},
    'completedAt', case when p.status = 'CONFIRMED' then ${iso('p.ended_at')} end, 'endedAt', ${iso('p.ended_at')},
    'donorId', p.donor_id, 'receiverId', p.receiver_id, 'donor', ${party('donor')}, 'receiver', ${party('receiver')},
    'level', nullif(p.target, 0), 'is_reported', false, 'report_resolved', false, 'report_id', null,
    'receipt_sent_at', ${iso('p.receipt_sent_at')}, 'rejections', '[]'::json, 'clock_stopped', null, 'receipt_reused', p.receipt_reused,
    'receipt_signed', p.receipt_signed, 'confirmation_signed', p.confirmation_signed, 'waiting', false, 'overdue', p.is_late,
    'answer_due', case when p.status = 'PENDING_CONFIRMATION' then ${iso('p.answer_due_at')} end, 'pix_transaction', p.pix_transaction,
    'late', p.status = 'PENDING_CONFIRMATION' and coalesce(p.answer_due_at, p.deadline_at) < now(),
    'pixCopyPaste', null, 'pixQrCode', null, 'payment_commitment', k.commitment, 'payment_salt', null,
    'allowed', case when p.receipt_sha256 is null then '[]'::json else '["view_receipt"]'::json end,
    'demonstration', c.mode = 'demonstracao', 'settlement', null)) order by p.created_at desc, p.id desc)
  from page p join circles c on c.id = p.circle_id join users donor on donor.id = p.donor_id
  join users receiver on receiver.id = p.receiver_id
  left join payment_keys k on k.circle_id = p.circle_id and k.id = p.payment_key_id) as rows,
  (select id from who) as who, (select circle_id from who) as circle, ${seen('donations.listed')} as seen`

const listOf = (name: string, page: string) => ({
  name,
  text: `with ${WHO}, ${donationsOf(page)}, (select sum(count)::int from donation_counters where circle_id = (select circle_id from who)) as total`,
})
const newest = (columns: string) =>
  `select ${columns} from donations d where d.circle_id = (select circle_id from who) order by d.created_at desc nulls last, d.id desc nulls last limit 10`
const LIST = listOf('list', newest('d.*'))
/** Rows before the page are passed over in the index alone, and only the page's are read whole. */
const FURTHER = listOf(
  'further',
  `select d.* from donations d where d.circle_id = (select circle_id from who) and d.id = any (array(${newest('d.id')} offset $3))`,
)
const ONE = {
  name: 'one',
  text: `with ${WHO}, ${donationsOf('select d.* from donations d where d.circle_id = (select circle_id from who) and d.id = $3')}`,
}
const QUEUE = {
  name: 'queue',
  text: `with ${WHO} select (select json_agg(json_build_object('id', e.id, 'position', e.position, 'donation_number', e.level,
    'user_id', e.member_id, 'is_receiver', e.is_receiver, 'passed_user_ids', e.passed_member_ids,
    'created_at', ${iso('e.created_at')}, 'updated_at', ${iso('e.updated_at')}, 'sealed', u.sealed,
    'qr', u.pix_qr_sha256,
    'user', json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'avatar', u.avatar, 'role', u.role,
      'btcQrCode', null, 'usdtQrCode', null,
      'status', u.status, 'adminApproved', u.admin_approved, 'emailVerified', u.email_verified_at is not null,
      'phoneVerified', u.phone_verified_at is not null, 'remindersOff', u.reminders_off, 'passwordTemporary', u.password_temporary,
      'createdAt', ${iso('u.created_at')}, 'updatedAt', ${iso('u.updated_at')},
      'current_level', least(jsonb_array_length(c.plan -> 'levels'), 1 + case when m.completed_n3_at is not null then 3
        when m.completed_n2_at is not null then 2 when m.completed_n1_at is not null then 1 else 0 end),
      'can_reenter', m.reentry = 'allowed', 'n3_completed_at', ${iso('m.n3_completed_at')})) order by e.level, e.position)
  from entries e join circles c on c.id = e.circle_id join users u on u.id = e.member_id
  join circle_members m on m.circle_id = e.circle_id and m.member_id = e.member_id
  where e.circle_id = (select circle_id from who)) as rows,
  (select id from who) as who, (select circle_id from who) as circle, ${seen('queue.listed')} as seen`,
}
const LOOK = { name: 'look', text: 'insert into audit (at, kind, circle_id, actor_id) values (now(), $1, $2, $3)' }

type Party = Record<string, unknown>
type DonationPart = {
  donorSealed: string
  receiverSealed: string
  receiverKeyId: string | null
  receiverKey: string | null
  donorPlace: [number, number] | null
  receiverPlace: [number, number] | null
  view: { donor: Party & { id: string }; receiver: Party & { id: string } } & Record<string, unknown>
}
type QueuePart = { sealed: string; qr: string | null; user: { id: string } & Record<string, unknown> }
type Row<T> = { rows: T[] | null; who: string | null; circle: string; seen: number | null; total?: number }

const openPerson = (id: string, sealed: string) =>
  JSON.parse(unseal(secrets, sealed, `person:${id}`)) as Record<string, string | null>

function donationOf({ view, ...part }: DonationPart): object {
  const { donor, receiver } = view
  fill(donor, openPerson(donor.id, part.donorSealed))
  const { email, phone, ...present } = openPerson(receiver.id, part.receiverSealed)
  const key =
    part.receiverKeyId === null
      ? present
      : (JSON.parse(unseal(secrets, part.receiverKey!, `payment key:${part.receiverKeyId}`)) as typeof present)
  fill(receiver, { ...key, email: email!, phone: phone! })
  const [donorLevel, donorPosition] = part.donorPlace ?? [null, null]
  const [receiverLevel, receiverPosition] = part.receiverPlace ?? [null, null]
  view['donor_queue_level'] = donorLevel
  view['donor_queue_position'] = donorPosition
  view['receiver_queue_level'] = receiverLevel
  view['receiver_queue_position'] = receiverPosition
  return view
}

function fill(shown: Party, from: Record<string, string | null>): void {
  for (const name of ['email', 'phone', 'pixKey', 'pixOwnerName', 'btcAddress', 'usdtAddress'])
    shown[name] = from[name] ?? null
}

function entryOf({ sealed, qr, ...entry }: QueuePart): object {
  const personal = openPerson(entry.user.id, sealed)
  for (const name of sealedFields) entry.user[name] = personal[name] ?? null
  entry.user['pixQrCode'] = imageUrl(files, qr, 'qr')
  return entry
}

/** Notes the look where the last one is older than ten minutes, then answers. */
async function answer<T>(
  response: ServerResponse,
  kind: string,
  row: Row<T>,
  body: (row: Row<T>) => object | null,
): Promise<void> {
  if (row.who === null) return refuse(response, 401)
  if (row.seen === null || Date.now() - row.seen > 600_000)
    await pool.query({ ...LOOK, values: [kind, row.circle, row.who] })
  const found = body(row)
  if (found === null) return refuse(response, 404)
  send(response, 200, JSON.stringify(found))
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  })
  response.end(text)
}

function refuse(response: ServerResponse, status: number): void {
  send(response, status, `{"statusCode":${status}}`)
}

async function serve({ method, url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const claims = readToken(headers.authorization)
  if (claims === null) return refuse(response, 401)
  const who = [claims.sid, claims.sub]
  const call = `${method} ${url}`
  if (method !== 'GET') {
    const donationId = method === 'PATCH' ? url!.slice('/api/donations/'.length, -'/confirm'.length) : null
    const { status, body } = await write({
      userId: claims.sub,
      sessionId: claims.sid,
      idempotencyKey: donationId === null ? String(headers['idempotency-key']) : null,
      signature: headers['ciranda-signature'] as string | undefined,
      donationId,
    })
    return send(response, status, JSON.stringify(body))
  }
  const [list, asked] = /^GET \/api\/admin\/donations\/list(?:\?page=(\d+))?$/.exec(call) ?? []
  if (list) {
    const page = Number(asked ?? 1)
    const { rows } = await pool.query<Row<DonationPart>>(
      page === 1 ? { ...LIST, values: who } : { ...FURTHER, values: [...who, (page - 1) * 10] },
    )
    return answer(response, 'donations.listed', rows[0]!, (row) => ({
      data: (row.rows ?? []).map(donationOf),
      pagination: { currentPage: page, totalPages: Math.ceil(row.total! / 10), totalItems: row.total, pageSize: 10 },
    }))
  }
  if (call.startsWith('GET /api/admin/donations/')) {
    const { rows } = await pool.query<Row<DonationPart>>({ ...ONE, values: [...who, call.slice(-36)] })
    return answer(response, 'donations.listed', rows[0]!, (row) => (row.rows ? donationOf(row.rows[0]!) : null))
  }
  if (call === 'GET /api/queue') {
    const { rows } = await pool.query<Row<QueuePart>>({ ...QUEUE, values: who })
    return answer(response, 'queue.listed', rows[0]!, (row) => (row.rows ?? []).map(entryOf))
  }
  refuse(response, 404)
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error)
    refuse(response, 500)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on ${PORT}`))
process.on('SIGTERM', () => process.exit(0))
