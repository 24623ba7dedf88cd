import { and, asc, eq, inArray } from 'drizzle-orm'
import { confirmDonation } from '#server/donations/confirm.ts'
import { sendReceipt } from '#server/donations/send-receipt.ts'
import { donations } from '#server/tables/donations.ts'
import { UNKNOWN_DEVICE } from '#server/lib/device.ts'
import type { Actor, Context, Services } from '#server/context.ts'
import { isParticipant, users } from '#server/tables/users.ts'
import { reportDonation } from '#server/reports/report-donation.ts'
import { register } from '#server/sessions/register.ts'
import { registrationOf } from './people.ts'
import type { people } from './people.ts'
import { codePicture, receiptPicture } from './receipt-picture.ts'

/** The acts of the demonstration's fictitious people, who all have this password. */
export async function beginStory(services: Services, administratorId: string, password: string) {
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
        { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password },
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
