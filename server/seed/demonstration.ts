import { and, asc, eq, inArray } from 'drizzle-orm'
import { DAY_MS } from '#circle/period.ts'
import { generatePull } from '#server/pull/generate-pull.ts'
import { confirmDonation } from '#server/donations/confirm.ts'
import { expireDonations } from '#server/donations/expire.ts'
import { sendReceipt } from '#server/donations/send-receipt.ts'
import { donations } from '#server/tables/donations.ts'
import { movableClock } from '#server/lib/clock.ts'
import { UNKNOWN_DEVICE } from '#server/lib/device.ts'
import type { Config } from '#server/lib/config.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { acceptUpgrade } from '#server/levels/accept-upgrade.ts'
import { approveMember } from '#server/members/approve.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { addToQueue } from '#server/queue/arrange.ts'
import { reportDonation } from '#server/reports/report-donation.ts'
import { register } from '#server/sessions/register.ts'
import type { Login, Seed } from './installation.ts'
import { people, registrationOf } from './people.ts'
import { codePicture, receiptPicture } from './receipt-picture.ts'

/**
 * The password of the demonstration's fictitious people. It is printed at the start, and used only where no other
 * machine can reach the server.
 */
export const DEMONSTRATION_PASSWORD = 'roda-de-ciranda'

const STORY_MS = 75 * DAY_MS

/**
 * A demonstration circle with people in every state of the flow, filled through the verbs over the ten weeks before now.
 * Undefined where other machines can reach the server, since everybody knows the passwords.
 */
export function demonstrationFor({ host }: Pick<Config, 'host'>): Seed | undefined {
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return isLocal ? { beginsMsAgo: STORY_MS, populate: populateDemonstration } : undefined
}

async function populateDemonstration(services: Services, administratorId: string): Promise<readonly Login[]> {
  const now = services.clock.now()
  const clock = movableClock(now - STORY_MS)
  const story = await beginStory({ ...services, clock }, administratorId)

  const ids: string[] = []
  for (const person of people) {
    ids.push(await story.joins(person))
    clock.advance(20 * 60_000)
  }
  const approved = ids.slice(0, -2)
  const placed = approved.slice(0, -2)
  for (const id of approved) await approveMember(story.administrator, { userId: id })
  for (const [index, userId] of placed.entries())
    await addToQueue(story.administrator, { userId, level: 1, position: index + 1, isReceiver: false })

  // The first month: everybody gives. Three people receive all they need, and two of them go on to the second level.
  clock.moveTo(now - 70 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.advance(2 * DAY_MS)
  await story.everybodyPays()
  await acceptUpgrade(await story.as(ids[0]!), { fromLevel: 1, toLevel: 2 })
  await acceptUpgrade(await story.as(ids[1]!), { fromLevel: 1, toLevel: 2 })
  await story.everybodyPays()

  // The second month: one contribution is never paid and expires.
  clock.moveTo(now - 35 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.advance(3 * DAY_MS)
  await story.everybodyPays({ except: [ids[7]!] })
  clock.moveTo(now - 4 * DAY_MS)
  await expireDonations({ ...services, clock }, story.administrator.actor.circleId)

  // This month: some have paid, some have sent a receipt, and one donation is reported as not received.
  clock.moveTo(now - 3 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.moveTo(now - 2 * DAY_MS)
  await story.someStates()
  const { donor, receiver } = await story.busyPeople()
  const login = (who: string, id: string) => ({
    who,
    email: registrationOf(people[ids.indexOf(id)]!).email,
    password: DEMONSTRATION_PASSWORD,
  })
  return [
    login('quem tem uma doação a fazer', donor),
    login('quem tem um comprovante a conferir', receiver),
    login('quem espera aprovação', ids.at(-1)!),
  ]
}

async function beginStory(services: Services, administratorId: string) {
  const as = async (userId: string): Promise<Context> => {
    const [user] = await services.db.select().from(users).where(eq(users.id, userId))
    const { id, isAuditor, status, adminApproved, circleId } = user!
    return {
      ...services,
      actor: {
        id,
        administers: user!.role === 'ADMIN',
        takesPart: isParticipant(user!),
        isAuditor,
        status,
        adminApproved,
        circleId,
        sessionId: id,
        via: 'seed',
        helperId: null,
        confirmedAt: new Date(services.clock.now()),
      } satisfies Actor,
      actorId: id,
      address: '127.0.0.1',
      device: UNKNOWN_DEVICE,
    }
  }
  const administrator = await as(administratorId)
  const openDonations = () =>
    services.db
      .select()
      .from(donations)
      .where(
        and(
          eq(donations.circleId, administrator.actor.circleId),
          inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
        ),
      )
      .orderBy(asc(donations.createdAt), asc(donations.id))

  const pays = async (donation: typeof donations.$inferSelect) => {
    await sendReceipt(await as(donation.donorId), {
      donationId: donation.id,
      comprovanteBase64: await receiptPicture(donation.id),
    })
  }
  const confirms = async (donation: typeof donations.$inferSelect) => {
    await confirmDonation(await as(donation.receiverId ?? administratorId), { donationId: donation.id })
  }

  return {
    administrator,
    as,
    joins: async (person: (typeof people)[number]): Promise<string> => {
      const typed = registrationOf(person)
      const { user } = await register(
        { ...services, actor: null, actorId: null, address: '127.0.0.1', device: UNKNOWN_DEVICE },
        { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: DEMONSTRATION_PASSWORD },
      )
      return user.id
    },
    everybodyPays: async ({ except = [] }: { except?: string[] } = {}) => {
      for (const donation of await openDonations()) {
        if (except.includes(donation.donorId)) continue
        await pays(donation)
        await confirms(donation)
      }
    },
    /** One person who has to pay now, and one who has to check whether a payment arrived. */
    busyPeople: async () => {
      const open = await openDonations()
      return {
        donor: open.find((donation) => donation.status === 'PENDING_PAYMENT')!.donorId,
        receiver: open.find((donation) => donation.status === 'PENDING_CONFIRMATION' && donation.receiverId !== null)!
          .receiverId!,
      }
    },
    someStates: async () => {
      const open = await openDonations()
      for (const donation of open.slice(0, 3)) {
        await pays(donation)
        await confirms(donation)
      }
      for (const donation of open.slice(3, 6)) await pays(donation)
      const [late] = open.slice(5, 6)
      if (late?.receiverId) {
        await reportDonation(await as(late.receiverId), {
          donationId: late.id,
          reason: 'O valor não apareceu no meu extrato.',
          additionalInfo: 'Olhei a conta ontem à noite e hoje cedo.',
        })
      }
    },
  }
}
