import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { prepared } from './prepared.ts'
import { together } from './together.ts'
import { transaction } from './transaction.ts'
import type { Db } from './types.ts'

test('work of one transaction goes out together, and the first failure is the reason, after all of it has ended', async () => {
  const { db, asOwner } = await openTestDatabase()
  await asOwner(async (owner) => {
    await owner.query('create table test_together (number int primary key)')
    await owner.query('grant select, insert on test_together to public')
  })
  // Begun when it is called, as a verb's work is, and not when somebody waits for it.
  const insert = async (tx: Db, number: number): Promise<number> => {
    await tx.execute(sql`insert into test_together values (${number})`)
    return number
  }
  const later: string[] = []
  const failed = transaction(db, (tx) =>
    together(
      insert(tx, 1),
      insert(tx, 1),
      // Its second statement comes after the failure: within the transaction, which takes nothing any more.
      insert(tx, 2)
        .catch(() => later.push('refused'))
        .then(() => insert(tx, 3)),
    ),
  )
  await expect(failed).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: '23505' }) }))
  expect(later).toEqual(['refused'])
  const count = () => db.execute<{ count: number }>(sql`select count(*)::int as count from test_together`)
  expect((await count()).rows[0]!.count).toBe(0)

  // The reason may be deeper than what follows it, and is then heard of later.
  const failure = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' })
  const deep = together(
    Promise.resolve().then(() => Promise.reject(failure('23505'))),
    Promise.reject(failure('25P02')),
  )
  await expect(deep).rejects.toThrow('23505')

  expect(await transaction(db, (tx) => together(insert(tx, 1), insert(tx, 2)))).toEqual([1, 2])
  expect((await count()).rows[0]!.count).toBe(2)

  // A statement that is first asked for after the failure, and twice, is not known the second time: that is no reason either.
  const taken = prepared('test.taken', () => sql`insert into test_together values (1)`)
  const named = prepared('test.named', () => sql`select count(*) from test_together`)
  const followed = transaction(db, async (tx) => {
    await tx.execute(sql`select 1`)
    const reason = taken(tx, {})
    const twice = together(named(tx, {}), named(tx, {}))
    const isOver = Promise.allSettled([reason, twice])
    return together(
      twice,
      isOver.then(() => reason),
    )
  })
  await expect(followed).rejects.toThrow(expect.objectContaining({ cause: expect.objectContaining({ code: '23505' }) }))
})
