import { asksLittle } from '#contracts/asks-little.ts'
import type { BodyOf } from '#contracts/contract.ts'
import { holdCircle, holdOpenCircle, termsVersion } from '#server/circle-store/find-circle.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { record } from '#server/access/record-access.ts'
import { holdImages } from '#server/files/hold-images.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Actor, Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { getUsableLink, useLink } from '#server/join-links/use-link.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { Refusal, refuse } from '#server/lib/refusal.ts'
import { takenRefusal } from '#server/members/edit.ts'
import { ensureStrongPassword } from '#server/members/password-strength.ts'
import { ensureCodesMatch } from '#server/members/payment-codes.ts'
import { nothingPersonal, personalColumns } from '#server/members/personal.ts'
import type { Personal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { findUser, userView } from '#server/members/view.ts'
import { noteAcceptance } from '#server/terms/consent.ts'
import { ensureOfAge } from '#server/members/ensure-of-age.ts'
import { ensureUnpayable } from '#server/members/ensure-unpayable.ts'
import { writeCode } from './codes.ts'
import { openSession } from './open-session.ts'
import { tellOwners } from './tell-owners.ts'
import { storeImages, columnsOf } from './registration-images.ts'
import type { Images } from './registration-images.ts'

/** A registration as it was typed: all that a circle of several levels asks for, or what a roda needs. */
export type Registration = Omit<BodyOf<'POST /auth/register'>, Left> &
  Partial<Pick<BodyOf<'POST /auth/register'>, Left>>
type Left = 'cep' | 'address' | 'addressNumber'

/** `short`: the circle has to be one that asks for no more. */
type How = { readonly short?: { readonly showsFirstName: boolean } }

/**
 * Registers a person: pending and unapproved, in the circle of their invitation or else in the open one, with the accepted
 * terms, and signed in. Refuses an e-mail or CPF already registered, and the administrator's address, all three alike
 * (`user.already_registered`), so that nobody learns here who has an account, and an invitation that is over.
 */
export async function register(context: Context<Actor | null>, input: Registration) {
  return (await prepareRegistration(context, input))(context)
}

/**
 * The slow part of a registration, before anything is written: it hashes the password and cleans and reads the
 * pictures.
 */
export async function prepareRegistration(context: Context<Actor | null>, input: Registration, how: How = {}) {
  const { clock, config } = context
  ensureOfAge(input.birthDate, clock.now())
  ensureStrongPassword(input.password, input)
  // Looked at before the slow work, and again when it is used.
  if (input.join_secret !== undefined) await getUsableLink(context, context.db, input.join_secret)
  const passwordHash = await hashPassword(input.password)
  const images = await storeImages(context, input)
  const personal = personalOf(input)
  await ensureCodesMatch(context, personal, images)
  await tellOwners(context, personal)
  // As late as every other taken address, so that the time does not tell which it is.
  if (foldAddress(input.email) === foldAddress(config.adminEmail)) refuse('user.already_registered')
  return (within: Context<Actor | null>) =>
    commitRegistration(within, input, { passwordHash, images, personal, ...how })
}

async function commitRegistration(
  context: Context<Actor | null>,
  { firstName, lastName, terms_version: acceptedVersion, join_secret: secret }: Registration,
  { passwordHash, images, personal, short }: { passwordHash: string; images: Images; personal: Personal } & How,
) {
  const { clock, secrets } = context
  const userId = newId(clock)
  const now = new Date(clock.now())
  return transaction(context.db, async (tx) => {
    const link = secret === undefined ? null : await getUsableLink(context, tx, secret)
    const circle = link ? await holdCircle(tx, link.circleId) : await holdOpenCircle(tx)
    if (short && !asksLittle(circle)) refuse('join.needs_more')
    ensureUnpayable(circle.mode, `${firstName} ${lastName}`, 'firstName')
    const version = termsVersion(circle)
    if (acceptedVersion !== undefined && acceptedVersion !== version) refuse('terms.changed')
    await holdImages(context, tx, Object.values(images))
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
        ...columnsOf(images),
        passwordHash,
        ...short,
        createdAt: now,
        updatedAt: now,
      })
      .catch((error: unknown) => {
        throw takenRefusal(error) ? new Refusal('user.already_registered') : error
      })
    if (link) await useLink(context, tx, { link, userId, personal })
    // The acceptance is the new member's own doing, in the session that registering opens.
    const own = { ...context, db: tx, actorId: userId, actor: { via: 'password' } } as const
    await withCircle(own, circle.id, (locked) => noteAcceptance(locked, userId, now))
    await record(context, tx, 'user.registered', { circleId: circle.id, actorId: userId, subjectId: userId })
    const found = await findUser(tx, circle.id, userId)
    await writeCode(context, tx, found!.user, 'email')
    await writeCode(context, tx, found!.user, 'phone')
    const tokens = await openSession(context, tx, { userId, via: 'password' })
    return { ...tokens, user: userView(context, found!) }
  })
}

/** The sealed fields of a registration. */
function personalOf(input: Registration): Personal {
  const {
    password: _p,
    avatar: _a,
    terms_version: _t,
    join_secret: _j,
    firstName: _f,
    lastName: _l,
    pixQrCode: _q,
    btcQrCode: _b,
    usdtQrCode: _u,
    ...typed
  } = input
  return { ...nothingPersonal, ...typed } as Personal
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
