import { ageOn, dayOf } from '#contracts/age.ts'
import { AGE_MIN } from '#contracts/limits.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { holdOpenCircle, termsVersion } from '#server/circle-store/find-circle.ts'
import { record } from '#server/access/record-access.ts'
import { storeImage } from '#server/files/keep.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Actor, Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { takenRefusal } from '#server/members/edit.ts'
import { ensureStrongPassword } from '#server/members/password-strength.ts'
import { ensureCodesMatch } from '#server/members/payment-codes.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import type { Personal } from '#server/members/personal.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { users } from '#server/tables/users.ts'
import { findUser, userView } from '#server/members/view.ts'
import { findFigures } from '#server/simulation/outcome.ts'
import { writeCode } from './codes.ts'
import { openSession } from './open-session.ts'

export type Registration = BodyOf<'POST /auth/register'>

/**
 * Registers a person: pending and unapproved, in the open circle, with the accepted terms, and signed in. Refuses an
 * e-mail or CPF already registered, and the administrator's address.
 */
export async function register(context: Context<Actor | null>, input: Registration) {
  const { clock, config, secrets } = context
  if (foldAddress(input.email) === foldAddress(config.adminEmail)) refuse('user.email_taken')
  ensureOfAge(input.birthDate, clock.now())
  ensureStrongPassword(input.password, input)
  const userId = newId(clock)
  const passwordHash = await hashPassword(input.password)
  const images = await storeImages(context, input)
  const now = new Date(clock.now())
  const {
    password: _p,
    avatar: _a,
    terms_version: acceptedVersion,
    firstName,
    lastName,
    pixQrCode: _q,
    btcQrCode: _b,
    usdtQrCode: _u,
    ...typed
  } = input
  const personal = { ...nothingPersonal, ...typed } as Personal
  await ensureCodesMatch(context, personal, images)
  return transaction(context.db, async (tx) => {
    const circle = await holdOpenCircle(tx)
    const version = termsVersion(circle)
    if (acceptedVersion !== undefined && acceptedVersion !== version) refuse('terms.changed')
    await tx
      .insert(users)
      .values({
        id: userId,
        circleId: circle.id,
        role: 'USER',
        status: 'PENDING',
        adminApproved: false,
        firstName,
        lastName,
        ...personalColumns(secrets, userId, personal),
        ...images,
        passwordHash,
        createdAt: now,
        updatedAt: now,
      })
      .catch((error: unknown) => {
        throw takenRefusal(error) ?? error
      })
    await tx.insert(termsAcceptances).values({
      userId,
      termsVersion: version,
      shown: { mode: circle.mode, plan: circle.plan, outcome: await findFigures(tx, circle.plan) },
      acceptedAt: now,
    })
    await record(context, tx, 'user.registered', { circleId: circle.id, actorId: userId, subjectId: userId })
    const found = await findUser(tx, circle.id, userId)
    await writeCode(context, tx, found!.user, 'email')
    await writeCode(context, tx, found!.user, 'phone')
    const tokens = await openSession(context, tx, userId)
    return { ...tokens, user: userView(context, found!.user, found!.member) }
  })
}

async function storeImages(context: Context<Actor | null>, input: Registration) {
  return {
    // The built-in picture is used until the person uploads one.
    avatar: (await storeImage(context, input.avatar, 'avatar', 'avatar')) ?? 'avatar_male_1',
    pixQrSha256: await storeImage(context, input.pixQrCode, 'registration', 'pixQrCode'),
    btcQrSha256: await storeImage(context, input.btcQrCode, 'registration', 'btcQrCode'),
    usdtQrSha256: await storeImage(context, input.usdtQrCode, 'registration', 'usdtQrCode'),
  }
}

/** Checks the age by the actual birthday, on the server's day in São Paulo. */
function ensureOfAge(birthDate: string, now: number): void {
  if (ageOn(birthDate, dayOf(now)) >= AGE_MIN) return
  const message = `Você deve ter pelo menos ${AGE_MIN} anos para se cadastrar`
  throw new Refusal('request.invalid', { message, fields: { birthDate: message } })
}

/**
 * Normalizes look-alikes of the administrator's address: other scripts' letters, full-width forms, accents, dots and
 * tags are removed.
 */
function foldAddress(email: string): string {
  const [local = '', domain = ''] = email.normalize('NFKD').toLowerCase().trim().split('@')
  const plain = local.split('+')[0]!.replaceAll(/[^a-z0-9]/g, '')
  return `${plain}@${domain.replaceAll(/[^a-z0-9.]/g, '')}`
}
