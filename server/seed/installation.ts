import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { presets } from '#circle/plan.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { getOpenCircle } from '#server/circle-store/find-circle.ts'
import { circles } from '#server/tables/circles.ts'
import type { Services } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { emailIndex, nothingPersonal, personalColumns } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'

/** The result of a first start: the administrator's password, if it was generated, to be printed once. */
export type FirstStart = { readonly administratorId: string; readonly generatedPassword: string | null }

/**
 * Creates the installation's first circle and its administrator in an empty database; null when a circle exists
 * already.
 */
export async function makeInstallation(services: Services): Promise<FirstStart | null> {
  const [count] = await services.db.select({ circles: sql<number>`count(*)::int` }).from(circles)
  if (count!.circles > 0) return null
  await createCircle(
    { ...services, actorId: null },
    {
      id: newId(services.clock),
      name: 'Ciranda de demonstração',
      operator: null,
      mode: 'demonstracao',
      plan: presets.termos,
    },
  )
  return ensureAdministrator(services)
}

/** The administrator with the configured address. An existing one keeps their password. */
async function ensureAdministrator(services: Services): Promise<FirstStart> {
  const { config, secrets, db } = services
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailIndex, emailIndex(secrets, config.adminEmail)))
  if (existing) return { administratorId: existing.id, generatedPassword: null }
  const circle = await getOpenCircle(db)
  const userId = newId(services.clock)
  const generatedPassword = config.adminPassword === undefined ? randomBytes(9).toString('base64url') : null
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
    passwordHash: await hashPassword(config.adminPassword ?? generatedPassword!),
    createdAt: now,
    updatedAt: now,
  })
  return { administratorId: userId, generatedPassword }
}
