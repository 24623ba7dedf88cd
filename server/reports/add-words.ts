import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { CaseWords } from '#circle/case-words.ts'
import { DAY_MS } from '#circle/period.ts'
import { dayOf } from '#contracts/age.ts'
import { CASE_ANSWER_DAYS_MAX, CASE_ENTRIES_PER_DAY } from '#contracts/limits.ts'
import { activeAdministrators } from '#server/administrators/queries.ts'
import { hashOfSent } from '#server/access/read-signature.ts'
import { noteCaseWords } from '#server/circle-store/case-words.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { holdImages } from '#server/files/hold-images.ts'
import type { StoredImage } from '#server/files/hold-images.ts'
import { storeImage } from '#server/files/keep.ts'
import { showsQr } from '#server/files/qr-image.ts'
import { countUpload } from '#server/files/quota.ts'
import type { Commit } from '#server/handler.ts'
import { dayStart } from '#server/lib/days.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notify, notifyOnceADay } from '#server/notify/notify.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { circles } from '#server/tables/circles.ts'
import { getCase, getOwnCase, getUnended } from './find.ts'

type Statement = { reportId: string; text: string; picture?: string | undefined; words_salt?: string | undefined }

/**
 * A party says something in their open case, with a picture if they want. The picture is cleaned and stored before
 * anything is locked. The other party and the administration are told, once a day at most.
 */
export async function prepareStatement(context: Context, input: Statement): Promise<Commit<Context, void>> {
  const { report } = await getOwnCase(context, context.db, input.reportId)
  if (report.endedAt) refuse('report.ended')
  const image = input.picture === undefined ? null : await storePicture(context, input.picture)
  const kept = { salt: input.words_salt, pictureSent: input.picture === undefined ? null : hashOfSent(input.picture) }
  return (within) =>
    withCircle(within, within.actor.circleId, async (circle) => {
      const { donation } = await getCase(within, circle.tx, input.reportId)
      const said = { what: 'statement', text: input.text, of: null, until: null } as const
      await holdImages(within, circle.tx, [image])
      await addEntry(within, circle, input.reportId, { ...said, picture: image?.sha256 ?? null }, kept)
      const facts = { donationId: donation.id, reportId: input.reportId }
      const others = [donation.donorId, donation.receiverId].filter((id) => id !== null && id !== within.actor.id)
      for (const userId of others)
        await notifyOnceADay(within, circle.tx, { userId: userId!, kind: 'case.said', facts })
      for (const { id: userId } of await activeAdministrators(circle.tx))
        await notifyOnceADay(within, circle.tx, { userId, of: circle.id, kind: 'case.to_review', facts })
    })
}

/** An administrator asks one party of an open case for something, until the end of a day. Both parties are told. */
export async function askParty(
  context: Context,
  input: { reportId: string; of: 'donor' | 'receiver'; text: string; until: string },
): Promise<void> {
  const { actor, clock } = context
  const now = clock.now()
  if (input.until < dayOf(now) || input.until > dayOf(now + CASE_ANSWER_DAYS_MAX * DAY_MS))
    refuse('report.answer_day', { days: CASE_ANSWER_DAYS_MAX })
  await withCircle(context, actor.circleId, async (circle) => {
    const { donation } = await getCase(context, circle.tx, input.reportId)
    const { of, text, until } = input
    const asked = of === 'donor' ? donation.donorId : donation.receiverId
    if (asked === null) refuse('report.no_receiver')
    await addEntry(context, circle, input.reportId, { what: 'request', text, of, until, picture: null })
    const facts = { donationId: donation.id, reportId: input.reportId }
    await notify(context, circle.tx, { userId: asked, kind: 'case.asked', facts: { ...facts, until } })
    const other = of === 'donor' ? donation.receiverId : donation.donorId
    if (other !== null) await notifyOnceADay(context, circle.tx, { userId: other, kind: 'case.said', facts })
  })
}

/**
 * Writes words into an open case, and their hash into the ledger. Refuses beyond what a day holds, and the case's last words said again:
 * the answer to them was lost on its way.
 */
async function addEntry(
  { actor, clock }: Context,
  circle: LockedCircle,
  reportId: string,
  said: Pick<CaseWords, 'text' | 'of' | 'until' | 'picture'> & { readonly what: 'statement' | 'request' },
  kept: { readonly salt?: string | undefined; readonly pictureSent?: string | null } = {},
): Promise<void> {
  const { tx, id: circleId } = circle
  const { donationId } = await getUnended(tx, circleId, reportId)
  const { what, text, of, until, picture } = said
  const [last] = await tx
    .select()
    .from(caseEntries)
    .where(and(eq(caseEntries.circleId, circleId), eq(caseEntries.reportId, reportId)))
    .orderBy(desc(caseEntries.at), desc(caseEntries.id))
    .limit(1)
  const isAgain = last?.actorId === actor.id && last.what === what && last.text === text && last.askedOf === of
  if (isAgain && last.until === until && last.pictureSha256 === picture) refuse('report.said_already')
  const now = clock.now()
  const [today] = await tx
    .select({ count: count() })
    .from(caseEntries)
    .where(
      and(
        eq(caseEntries.circleId, circleId),
        eq(caseEntries.reportId, reportId),
        eq(caseEntries.actorId, actor.id),
        gte(caseEntries.at, dayStart(dayOf(now))),
      ),
    )
  if (today!.count >= CASE_ENTRIES_PER_DAY) refuse('report.too_many_today')
  const id = newId(clock)
  const salt = await noteCaseWords(circle, { donationId, reportId, wordsId: id, more: null, ...said }, kept.salt)
  await tx.insert(caseEntries).values({
    circleId,
    id,
    reportId,
    at: new Date(now),
    actorId: actor.id,
    what,
    text,
    salt,
    askedOf: of,
    until,
    pictureSha256: picture,
    pictureSent: kept.pictureSent ?? null,
  })
}

async function storePicture(context: Context, base64: string): Promise<StoredImage | null> {
  await countUpload(context)
  const image = await storeImage(context, base64, 'receipt', 'picture')
  const [circle] = await context.db
    .select({ mode: circles.mode })
    .from(circles)
    .where(eq(circles.id, context.actor.circleId))
  if (image && circle?.mode === 'demonstracao' && (await showsQr(Buffer.from(image.bytes)))) refuse('file.qr_case')
  return image
}
