import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { presets } from '#circle/plan.ts'
import { createCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { newId } from '#server/lib/ids.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { letters } from '#server/tables/letters.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { circlesWithLateConfirmations, notifyLateConfirmations } from './notify-late.ts'

test('administrators hear of each late confirmation once: of all of a circle in one notice and one e-mail, of no other circle’s', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
  const { clock, services } = testApp
  const admin = await testApp.administrator()
  await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  let paid = 0
  for (const { token } of await testApp.placed(3)) {
    for (const { id, waiting } of (await testApp.call('GET /donations/to-send', token)).body) {
      if (waiting) continue
      expect((await testApp.pays(id, token)).status).toBe(201)
      paid += 1
    }
  }
  const [own] = await services.db.select({ id: circles.id }).from(circles)
  const elsewhere = newId(clock)
  await createCircle(
    { ...services, actorId: null },
    { id: elsewhere, name: 'Outra roda', operator: null, mode: 'demonstracao', plan: presets.termos },
  )
  await services.db.delete(letters)
  clock.advance(5 * 86_400_000)
  expect(await circlesWithLateConfirmations(services)).toEqual([])
  clock.advance(1)
  expect(await circlesWithLateConfirmations(services)).toEqual([own!.id])
  expect(await notifyLateConfirmations(services, elsewhere)).toBe(0)
  expect(await services.db.$count(letters)).toBe(0)
  expect(paid).toBeGreaterThan(1)
  expect(await notifyLateConfirmations(services, own!.id)).toBe(paid)
  expect(await notifyLateConfirmations(services, own!.id)).toBe(0)
  // In the inbox too, and by e-mail as each of them chose: one, with the parties' own.
  const told = await services.db.select().from(notices).where(eq(notices.kind, 'donation.answers_late'))
  expect(told.map(({ facts }) => facts)).toMatchObject([{ count: paid }])
  await runDueJobs(services)
  const toAdministrators = readOutbox(services.config.dataDir).filter((letter) =>
    letter.includes('do prazo sem resposta'),
  )
  expect(toAdministrators).toHaveLength(1)
  // A circle that was reset meanwhile needs nobody's decision.
  await services.db.update(circles).set({ openForRegistration: false }).where(eq(circles.id, own!.id))
})

test('both people of a late one read of how much, and its donor whether who administers alone is who does not answer', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
  const { clock, services } = testApp
  await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const [first] = await testApp.placed(3)
  const rows = (await services.db.select().from(donations)).filter(({ receiverId }) => receiverId === first!.id)
  const [whole, part] = rows as [(typeof rows)[number], (typeof rows)[number]]
  const everybody = await testApp.placed(3)
  for (const { id, donorId } of [whole, part])
    expect((await testApp.pays(id, everybody.find((person) => person.id === donorId)!.token)).status).toBe(201)
  await services.db.update(donations).set({ sentCents: 4_000 }).where(eq(donations.id, part.id))
  const read = async (isOthers: boolean) => {
    await services.db.delete(notices)
    await services.db.update(donations).set({ lateToldAt: null })
    clock.advance(6 * 86_400_000)
    expect(await notifyLateConfirmations(services, whole.circleId)).toBe(2)
    const all = await services.db.select().from(notices).orderBy(notices.id)
    const of = (kind: string) => all.filter((one) => one.kind === kind).map(({ userId, facts }) => ({ userId, facts }))
    const told = [whole, part].map(({ id, donorId, amountCents }, index) => ({
      donorId,
      facts: { count: 1, amountCents: index === 0 ? amountCents : 4_000, donationId: id },
    }))
    const toDonors = told.map(({ donorId: userId, facts }) => ({
      userId,
      facts: isOthers ? facts : { ...facts, isAlone: true },
    }))
    expect(of('donation.unanswered')).toEqual(expect.arrayContaining(toDonors))
    const toReceiver = told.map(({ facts }) => ({ userId: first!.id, facts }))
    expect(of('donation.answer_overdue')).toEqual(expect.arrayContaining(toReceiver))
  }
  await read(true)
  // An auditor answers nothing either.
  await services.db.update(users).set({ isAuditor: true }).where(eq(users.role, 'ADMIN'))
  await services.db.update(users).set({ role: 'ADMIN', alsoTakesPart: true }).where(eq(users.id, first!.id))
  await read(false)
})
