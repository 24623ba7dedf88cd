import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { transaction } from '#server/database/transaction.ts'
import { beforeAnybodyWaits } from '#server/lib/open-transaction.ts'
import { letters } from '#server/tables/letters.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { deliverEmails } from './deliver.ts'
import { queueEmail } from './queue-email.ts'

test('each e-mail is sent once, however many deliver at the same moment', async () => {
  const { services } = await createTestApp(await openTestDatabase({ placed: 0 }))
  await services.db.delete(letters)
  const subjects = Array.from({ length: 24 }, (_, n) => `carta ${n}`)
  for (const subject of subjects)
    await queueEmail(services, services.db, { to: 'rosa@exemplo.invalid', subject, text: 'x' })
  const sent: string[] = []
  const deliver = () => deliverEmails(services, async (_id, { subject }) => void sent.push(subject))
  const counts = await Promise.all(Array.from({ length: 6 }, deliver))
  expect(sent.toSorted()).toEqual(subjects.toSorted())
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(subjects.length)
})

test('an e-mail that another process is just claiming is passed over, and keeps no other waiting', async () => {
  const { services } = await createTestApp(await openTestDatabase({ placed: 0 }))
  await services.db.delete(letters)
  for (const subject of ['primeira', 'segunda', 'terceira'])
    await queueEmail(services, services.db, { to: 'rosa@exemplo.invalid', subject, text: 'x' })
  const sent: string[] = []
  const deliver = () => deliverEmails(services, async (_id, { subject }) => void sent.push(subject))
  await transaction(services.db, async (tx) => {
    await tx.select().from(letters).orderBy(asc(letters.nextTryAt), asc(letters.id)).limit(1).for('update')
    // As another process would, outside of this transaction.
    await expect(beforeAnybodyWaits(deliver)).resolves.toBe(2)
  })
  expect(await deliver()).toBe(1)
  expect(sent.toSorted()).toEqual(['primeira', 'segunda', 'terceira'])
})
