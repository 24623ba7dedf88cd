import { randomBytes } from 'node:crypto'
import { count, eq, isNotNull, sql } from 'drizzle-orm'
import { presets } from '#circle/plan.ts'
import { keepFingerprint } from '#server/database/recognize-secret.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { getCircleOfAdministrators } from '#server/circle-store/find-circle.ts'
import type { Db } from '#server/database/types.ts'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'
import type { Services } from '#server/context.ts'
import { movableClock } from '#server/lib/clock.ts'
import { newId } from '#server/lib/ids.ts'
import { beforeAnybodyWaits } from '#server/lib/open-transaction.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { seal, unseal } from '#server/lib/sealing.ts'
import { ensurePushKeys } from '#server/push/keys.ts'
import { recordTerms } from './record-terms.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import { installation } from '#server/tables/installation.ts'
import { users } from '#server/tables/users.ts'

/** A login that a first start made. The password is null where it is the configured one. */
export type Login = { readonly who: string; readonly email: string; readonly password: string | null }

/** The story of a first start: how long before now it begins, and how it fills the circle; it answers the logins to print. */
export type Seed = {
  readonly beginsMsAgo: number
  readonly populate: (services: Services, administratorId: string) => Promise<readonly Login[]>
}

const EMPTY: Seed = { beginsMsAgo: 0, populate: async () => [] }

/** Any number that nothing else locks, next to the migrations' own. */
const ADVISORY_LOCK = 2472633

const OWNER = 'logins:unprinted logins'

/**
 * Completes the first start: the first circle (hidden where none was asked for), its administrator, and what `seed` adds
 * to a new one. One transaction, and one process at a time: ended anywhere, nothing is there and the next start makes it
 * all. Answers the logins that nobody has read yet, until `notePrinted`. `complete` is the last step of it, at every start.
 */
export async function makeInstallation(
  services: Services,
  seed: Seed = EMPTY,
  complete: (within: Services) => Promise<void> = async () => {},
): Promise<readonly Login[]> {
  const work = async (db: Db) => {
    const within = { ...services, db }
    await keepFingerprint(db, services.secrets)
    await ensurePushKeys(within)
    const [made] = await db.select({ circles: count() }).from(circles)
    const isFirst = made!.circles === 0
    // No entry of a ledger is older than the one before it, so the circle begins with its story.
    const clock = movableClock(services.clock.now() - seed.beginsMsAgo)
    if (isFirst) await createFirstCircle({ ...within, clock })
    else await recordTerms(within)
    const administrator = await ensureAdministrator(within)
    const logins = administrator && [
      administrator.login,
      ...(isFirst ? await seed.populate(within, administrator.id) : []),
    ]
    await complete(within)
    if (logins)
      await db.update(installation).set({ unprintedLogins: seal(services.secrets, JSON.stringify(logins), OWNER) })
  }
  await services.database.asOwner(async (client) => {
    // On a connection of its own, which may wait as long as the other start takes.
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await transaction(services.db, (tx) => beforeAnybodyWaits(() => work(tx)))
  })
  return findUnprinted(services)
}

async function findUnprinted({ db, secrets }: Services): Promise<readonly Login[]> {
  const [row] = await db.select().from(installation).where(isNotNull(installation.unprintedLogins))
  return row ? (JSON.parse(unseal(secrets, row.unprintedLogins!, OWNER)) as Login[]) : []
}

/** The logins were printed: nothing keeps the passwords from now on. */
export async function notePrinted({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.update(installation).set({ unprintedLogins: null })
}

async function createFirstCircle(services: Services): Promise<void> {
  await createCircle(
    { ...services, actorId: null },
    {
      id: newId(services.clock),
      name: 'Ciranda de demonstração',
      operator: null,
      mode: 'demonstracao',
      plan: presets.termos,
      isHidden: services.config.seed === 'none',
    },
  )
}

/** The administrator with the configured address, made where the installation has none at all; null where it has. */
async function ensureAdministrator(services: Services): Promise<{ id: string; login: Login } | null> {
  const { config, secrets, db } = services
  const [existing] = await db
    .select({ one: sql`1` })
    .from(users)
    .where(eq(users.role, 'ADMIN'))
    .limit(1)
  if (existing) return null
  const circle = await getCircleOfAdministrators(db)
  const userId = newId(services.clock)
  const generated = config.adminPassword === undefined ? randomBytes(9).toString('base64url') : null
  const now = new Date(services.clock.now())
  await db.insert(users).values({
    id: userId,
    circleId: circle.id,
    role: 'ADMIN',
    status: 'ACTIVE',
    adminApproved: true,
    firstName: 'Administração',
    lastName: 'da Ciranda',
    ...personalColumns(secrets, userId, { ...nothingPersonal, email: config.adminEmail }),
    avatar: 'avatar_male_1',
    passwordHash: await hashPassword(config.adminPassword ?? generated!),
    createdAt: now,
    updatedAt: now,
  })
  return { id: userId, login: { who: 'administração', email: config.adminEmail, password: generated } }
}
