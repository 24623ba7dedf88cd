import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { firstActText } from '#circle/ledger/signed-act.ts'
import { signAccessToken } from '#server/access/tokens.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import type { BenchCircle, PendingDonation } from './circle.ts'
import { contactOf } from './circle.ts'

/** A copy of a circle: its people, with sealed data and devices of their own, and all that its state is loaded from. */
export type Clone = {
  readonly id: string
  /** The ledger's head, as devices sign it. */
  readonly head: string
  readonly pending: readonly PendingDonation[]
}

/**
 * Copies a circle so many times, as SQL can: a hundred thousand people would take the rules an hour. What a row is bound to
 * by its id is sealed anew. A copy's ledger begins with one entry of a hash made up, and every entry after it is true.
 */
export async function cloneCircle(services: Services, template: BenchCircle, count: number): Promise<Clone[]> {
  const keys = await services.db
    .select({ id: paymentKeys.id, sealed: paymentKeys.sealed })
    .from(paymentKeys)
    .where(inArray(paymentKeys.circleId, [template.id]))
  const opened = keys.map(({ id, sealed }) => ({ id, text: unseal(services.secrets, sealed!, `payment key:${id}`) }))
  const points = devicesOf(template).map(({ point }) => point)
  const made: Clone[] = []
  await services.database.asOwner(async (client) => {
    for (let number = 0; number < count; number += 1) {
      const id = newId(services.clock)
      const head = randomBytes(32).toString('hex')
      const people = template.members.map((member) => {
        const userId = idIn(id, member.id)
        const columns = personalColumns(services.secrets, userId, { ...nothingPersonal, ...contactOf() })
        return { from: member.id, userId, ...columns }
      })
      const sealedKeys = opened.map((key) => {
        const keyId = idIn(id, key.id)
        return { id: keyId, sealed: seal(services.secrets, key.text, `payment key:${keyId}`) }
      })
      const parameters = [
        template.id,
        id,
        head,
        JSON.stringify(people),
        JSON.stringify(sealedKeys),
        points,
        template.administrator.id,
      ]
      await client.query('begin')
      for (const { text, uses } of COPIES)
        await client.query(
          text,
          uses.map((use) => parameters[use - 1]),
        )
      await client.query('commit')
      const pending = template.pending.map((donation) => ({
        id: idIn(id, donation.id),
        donorId: idIn(id, donation.donorId),
        receiverId: idIn(id, donation.receiverId),
      }))
      made.push({ id, head, pending })
    }
    await client.query('analyze')
  })
  return made
}

/** The id that a row of the template has in a copy: the same here as in SQL. */
function idIn(circleId: string, id: string): string {
  const hex = createHash('md5').update(`${circleId}${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const mapped = (column: string) =>
  `case when ${column} is null then null else md5($2::text || ${column}::text)::uuid end`

const tables = {
  circle_members: ['member_id'],
  entries: ['id', 'member_id', 'turn_id'],
  turns: ['id', 'member_id'],
  obligations: ['id', 'member_id'],
  donations: ['id', 'obligation_id', 'donor_id', 'receiver_id', 'turn_id', 'payment_key_id'],
  donation_counters: [],
} as const

const others: Readonly<Record<keyof typeof tables, string>> = {
  circle_members:
    'status, completed_n1_at, completed_n2_at, completed_n3_at, n3_completed_at, reentry, given_n1_cents, given_n2_cents, given_n3_cents, given_administration_cents, received_n1_cents, received_n2_cents, received_n3_cents',
  entries: 'level, position, is_receiver, passed_member_ids, created_at, updated_at',
  turns: 'level, required, confirmed, open, received_cents, status, started_at, ended_at',
  obligations: 'type, amount_cents, target, period, "order", owed_at, overdue, status, void_reason, ended_at',
  donations:
    'type, amount_cents, target, status, created_at, deadline_at, ended_at, receipt_sha256, receipt_sent_at, receipt_left_ms, answer_due_at',
  donation_counters: 'status, count, amount_cents',
}

const copyOf = (table: keyof typeof tables) => {
  const ids = tables[table]
  const all = [...ids, others[table]].join(', ')
  return `insert into ${table} (circle_id, ${all}) select $2::uuid, ${[...ids.map(mapped), others[table]].join(', ')} from ${table} where circle_id = $1::uuid`
}

/** One statement each, with the numbers of the parameters that it uses: template, copy, head, people, keys, points, administrator. */
const COPIES = [
  `insert into circles (id, name, mode, plan, operator, terms_hash, seq, head_hash, next_order, donations_made, pulled_period, answer_days, created_at)
   select $2::uuid, name, mode, plan, operator, terms_hash, seq, $3::text, next_order, donations_made, pulled_period, answer_days, created_at
   from circles where id = $1::uuid`,
  `insert into ledger (circle_id, seq, at, actor_id, kind, payload, previous_hash, hash)
   select $2::uuid, l.seq, l.at, null, l.kind, '{}', l.previous_hash, $3::text from ledger l, circles c
   where c.id = $1::uuid and l.circle_id = c.id and l.seq = c.seq`,
  `insert into users (id, circle_id, role, status, admin_approved, first_name, last_name, email_index, cpf_index, sealed, avatar, pix_qr_sha256, password_hash, created_at, updated_at)
   select p."userId", $2::uuid, u.role, u.status, u.admin_approved, u.first_name, u.last_name, p."emailIndex", p."cpfIndex", p.sealed, u.avatar, u.pix_qr_sha256, u.password_hash, u.created_at, u.updated_at
   from jsonb_to_recordset($4::jsonb) as p("from" uuid, "userId" uuid, "emailIndex" text, "cpfIndex" text, sealed text) join users u on u.id = p."from"`,
  copyOf('circle_members'),
  copyOf('entries'),
  copyOf('turns'),
  `insert into payment_keys (circle_id, id, member_id, state, commitment, sealed, created_at)
   select $2::uuid, k.id, ${mapped('o.member_id')}, o.state, o.commitment, k.sealed, o.created_at from payment_keys o
   join jsonb_to_recordset($5::jsonb) as k(id uuid, sealed text) on k.id = ${mapped('o.id')} where o.circle_id = $1::uuid`,
  copyOf('obligations'),
  copyOf('donations'),
  copyOf('donation_counters'),
  `insert into terms_acceptances (user_id, terms_version, shown, accepted_at)
   select p."userId", c.terms_hash, '{}', now() from circles c, jsonb_to_recordset($4::jsonb) as p("userId" uuid) where c.id = $2::uuid`,
  `insert into device_keys (id, circle_id, user_id, public_key, device, added_at)
   select md5($2::text || 'device' || "userId")::uuid, $2::uuid, "userId", ($6::text[])[number], 'bancada', now()
   from (select "userId", row_number() over () as number from jsonb_to_recordset($4::jsonb) as p("userId" uuid)) p`,
  `insert into sessions (id, user_id, created_at, expires_at, confirmed_at, last_seen_at, device)
   select md5($2::text || 'session' || "userId")::uuid, "userId", now(), now() + interval '30 days', now(), now(), 'bancada'
   from jsonb_to_recordset($4::jsonb) as p("userId" uuid)`,
  `insert into sessions (id, user_id, created_at, expires_at, confirmed_at, last_seen_at, device, circle_id)
   select md5($2::text || 'session' || $7::text)::uuid, $7::uuid, now(), now() + interval '30 days', now(), now(), 'bancada', $2::uuid`,
].map((statement) => {
  const uses = [...new Set([...statement.matchAll(/\$(\d)/g)].map((found) => Number(found[1])))].toSorted(
    (a, b) => a - b,
  )
  return { text: statement.replaceAll(/\$(\d)/g, (_, number: string) => `$${uses.indexOf(Number(number)) + 1}`), uses }
})

type Device = { readonly point: string; readonly key: KeyObject }

const devices = new WeakMap<BenchCircle, readonly Device[]>()

/** A device for each member of the template, the same in every copy: what is unique is a key within its circle. */
function devicesOf(template: BenchCircle): readonly Device[] {
  const known = devices.get(template)
  if (known) return known
  const made = template.members.map(() => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
    return { point: point.toString('base64url'), key: privateKey }
  })
  devices.set(template, made)
  return made
}

/** A member's token, and their device's signature of what they do with a donation of a copy. */
export async function signedHeaders(
  services: Services,
  template: BenchCircle,
  clone: Clone,
  userId: string,
  of: { readonly act: 'confirm' | 'send_receipt'; readonly donationId: string; readonly image: string | null },
): Promise<Record<string, string>> {
  const { key } = devicesOf(template)[template.members.findIndex(({ id }) => idIn(clone.id, id) === userId)]!
  const at = new Date(services.clock.now()).toISOString()
  const text = Buffer.from(firstActText(clone.id, { ...of, level: null }, { at, head: clone.head }))
  const sig = sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return {
    ...(await memberHeaders(services, clone, userId)),
    'Ciranda-Signature': `key=${idIn(clone.id, `device${userId}`)}; at=${at}; head=${clone.head}; sig=${sig}`,
  }
}

export const confirmationHeaders = (
  services: Services,
  template: BenchCircle,
  clone: Clone,
  { id: donationId, receiverId }: PendingDonation,
) => signedHeaders(services, template, clone, receiverId, { act: 'confirm', donationId, image: null })

/** The headers of a member of a copy, or of the administrator, whose session shows the copy. */
export async function memberHeaders(
  services: Services,
  clone: Pick<Clone, 'id'>,
  userId: string,
): Promise<Record<string, string>> {
  const sessionId = idIn(clone.id, `session${userId}`)
  return { Authorization: `Bearer ${await signAccessToken(services, { userId, sessionId })}` }
}
