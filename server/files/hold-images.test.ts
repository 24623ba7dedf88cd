import { beforeAll, describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { transaction } from '#server/database/transaction.ts'
import type { Tx } from '#server/database/types.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donations } from '#server/tables/donations.ts'
import { fileRemovals } from '#server/tables/file-removals.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { holdImages } from './hold-images.ts'
import { deleteScheduled, scheduleDeletion } from './remove.ts'

describe.each(['folder', 'database'])('in the %s, a picture that a row is about to point at', (home) => {
  let testApp: TestApp
  let people: { id: string; token: string }[]
  let member: { id: string; token: string }

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase(), { FILES: home })
    people = await testApp.placed(2)
    member = people[0]!
  })

  const bytesOf = (text: string) => Buffer.from(`not really a picture: ${text}`)
  const stored = async (text: string) => {
    const bytes = bytesOf(text)
    return { bytes, sha256: await testApp.services.files.put(bytes) }
  }

  test('is not deleted between the remover’s question and its deletion: the remover waits', async () => {
    const { services } = testApp
    const image = await stored('held')
    await scheduleDeletion(services, services.db, [image.sha256])
    // The job checks while the referencing row is written but not committed, so it cannot see the reference.
    const held = Promise.withResolvers<void>()
    const removal = held.promise.then(() => deleteScheduled(services))
    await transaction(services.db, async (tx) => {
      await holdImages(services, tx, [image])
      held.resolve()
      await somebodyWaits(tx)
      await tx.update(users).set({ avatar: image.sha256 }).where(eq(users.id, member.id))
    })
    expect(await removal).toBe(0)
    expect(await services.files.has(image.sha256)).toBe(true)
    expect(await services.db.$count(fileRemovals)).toBe(0)
  })

  test('is put back when the remover took it after it was stored', async () => {
    const { services } = testApp
    const image = await stored('taken')
    await scheduleDeletion(services, services.db, [image.sha256])
    expect(await deleteScheduled(services)).toBe(1)
    expect(await services.files.has(image.sha256)).toBe(false)
    await transaction(services.db, (tx) => holdImages(services, tx, [image]))
    expect(await services.files.read(image.sha256)).toEqual(image.bytes)
  })

  test.each(['avatar', 'pixQrSha256', 'btcQrSha256', 'usdtQrSha256'] as const)(
    'stays while a person’s %s points at it, and goes when nothing does',
    async (column) => {
      const { services } = testApp
      const { sha256 } = await stored(column)
      await services.db
        .update(users)
        .set({ [column]: sha256 })
        .where(eq(users.id, member.id))
      await scheduleDeletion(services, services.db, [sha256])
      expect(await deleteScheduled(services)).toBe(0)
      expect(await services.files.has(sha256)).toBe(true)
      await services.db
        .update(users)
        .set({ [column]: column === 'avatar' ? 'avatar_male_1' : null })
        .where(eq(users.id, member.id))
      await scheduleDeletion(services, services.db, [sha256])
      expect(await deleteScheduled(services)).toBe(1)
      expect(await services.files.has(sha256)).toBe(false)
    },
  )

  test('stays while a donation’s receipt is it, and the receipt it replaced goes', async () => {
    const { services } = testApp
    const admin = await testApp.administrator()
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    const [donation] = await services.db.select().from(donations).limit(1)
    const donor = people.find(({ id }) => id === donation!.donorId)!
    expect((await testApp.pays(donation!.id, donor.token)).status).toBe(201)
    const receiptOf = async () =>
      (await services.db.select().from(donations).where(eq(donations.id, donation!.id)))[0]!.receiptSha256!
    const first = await receiptOf()
    await scheduleDeletion(services, services.db, [first])
    expect(await deleteScheduled(services)).toBe(0)
    expect(await services.files.has(first)).toBe(true)

    const replaced = await testApp.call('POST /donations/{id}/comprovante', donor.token, {
      params: { id: donation!.id },
      body: { comprovanteBase64: await receiptPicture('another picture') },
    })
    expect([replaced.status, await receiptOf()]).not.toEqual([201, first])
    expect(await deleteScheduled(services)).toBe(1)
    expect(await services.files.has(first)).toBe(false)
    expect(await services.files.has(await receiptOf())).toBe(true)
  })

  test('a receipt that another replaces is removed, and the other stays', async () => {
    const { services } = testApp
    await testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    const [donation] = (await testApp.call('GET /donations/to-send', people[1]!.token)).body as { id: string }[]
    const receiptOf = async (text: string) => {
      const answer = await testApp.call('POST /donations/{id}/comprovante', people[1]!.token, {
        params: { id: donation!.id },
        body: { comprovanteBase64: await receiptPicture(text) },
      })
      expect(answer.status).toBe(201)
      const [row] = await services.db.select().from(donations).where(eq(donations.id, donation!.id))
      return row!.receiptSha256!
    }
    const first = await receiptOf('the first')
    // The receipt of an earlier test, which this one replaced.
    await deleteScheduled(services)
    const second = await receiptOf('the second')
    expect(await deleteScheduled(services)).toBe(1)
    expect([await services.files.has(first), await services.files.has(second)]).toEqual([false, true])
  })
})

/** Resolves when a session is waiting for an advisory lock. */
async function somebodyWaits(tx: Tx): Promise<void> {
  const count = sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`
  await expect
    .poll(async () => (await tx.execute<{ count: number }>(count)).rows[0]!.count, { timeout: 20_000 })
    .toBeGreaterThan(0)
}
