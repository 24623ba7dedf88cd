import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { circles } from '#server/tables/circles.ts'
import type { obligations } from '#server/tables/obligations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { viewWaiting } from './waiting.ts'

type Row = typeof obligations.$inferSelect

test('what waits for a receiver is told as a donation of which nothing is known yet but its sum', async () => {
  const testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
  const { services } = testApp
  const [person] = await testApp.placed(2)
  const [circle] = await services.db.select().from(circles)
  const context = { ...services, actor: { id: person!.id, circleId: circle!.id } } as never
  const owedAt = new Date('2026-11-10T12:00:00.000Z')
  const contribution = {
    id: '01234567-89ab-7def-8123-456789abcdef',
    memberId: person!.id,
    type: 'PULL',
    amountCents: 10_050,
    target: 1,
    period: '2026-12',
    owedAt,
    overdue: false,
    pausedUntil: null,
    isAhead: false,
  } as Row
  const [view, ...none] = await viewWaiting(context, [contribution])
  expect(none).toEqual([])
  const nothing = {
    receipt_amount: null,
    parts: [],
    deadline: null,
    completedAt: null,
    endedAt: null,
    receiverId: null,
    receiver: null,
    receipt_sent_at: null,
    receipt_seen_at: null,
    rejections: [],
    clock_stopped: null,
    receipt_reused: false,
    receipt_signed: null,
    confirmation_signed: null,
    helped: [],
    late: false,
    answer_due: null,
    pix_transaction: null,
    payer_name: null,
    scheduled_for: null,
    donor_queue_level: null,
    donor_queue_position: null,
    receiver_queue_level: null,
    receiver_queue_position: null,
    pixCopyPaste: null,
    pixQrCode: null,
    payment_commitment: null,
    payment_salt: null,
    is_reported: false,
    report_resolved: false,
    report_id: null,
    settlement: null,
    allowed: [],
  }
  const { firstName, lastName } = (await testApp.call('GET /users/profile', person!.token)).body
  const { donor, ...told } = view!
  expect(donor).toMatchObject({ id: person!.id, name: `${firstName} ${lastName}`, email: null, pixKey: null })
  expect(told).toEqual({
    ...nothing,
    id: contribution.id,
    donationId: contribution.id,
    type: 'PULL',
    status: 'PENDING_PAYMENT',
    amount: 100.5,
    paid: 0,
    missing: 100.5,
    createdAt: '2026-11-10T12:00:00.000Z',
    created_at: '2026-11-10T12:00:00.000Z',
    donorId: person!.id,
    level: 1,
    waiting: true,
    overdue: false,
    paused_until: null,
    ahead_of: null,
    demonstration: true,
  })
  const pausedUntil = new Date('2026-12-15T03:00:00.000Z')
  const others = await viewWaiting(context, [
    { ...contribution, target: 0, overdue: true },
    { ...contribution, pausedUntil, isAhead: true },
  ])
  expect(others).toMatchObject([
    { level: null, overdue: true, paused_until: null, ahead_of: null },
    { level: 1, overdue: false, paused_until: '2026-12-15T03:00:00.000Z', ahead_of: '2026-12' },
  ])
  await openRealRoda(testApp, await testApp.administrator(), [])
  const [real] = await services.db.select().from(circles).where(eq(circles.mode, 'real'))
  const there = { ...services, actor: { id: person!.id, circleId: real!.id } } as never
  expect(await viewWaiting(there, [contribution])).toMatchObject([{ demonstration: false }])
  expect(await viewWaiting(context, [])).toEqual([])
})
