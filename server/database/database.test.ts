import { eq, like, sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { sqlState, transaction, type Database, type Db } from './database.ts'

const things = pgTable('things', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  name: text().notNull().unique('things_name_once'),
  amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  details: jsonb().$type<{ list: number[]; word: string }>(),
  ratio: numeric(),
  open: boolean(),
  key: uuid(),
})

const thing = (name: string) => ({ name, amountCents: 9_007_199_254_740_991, at: new Date('2026-11-21T12:34:56.789Z') })

const postgresError = (code: string) => Object.assign(new Error('broken off'), { code, severity: 'ERROR' })

async function makeThings(db: Db): Promise<void> {
  await db.execute(sql`create table things (
    id bigserial primary key, name text not null constraint things_name_once unique, amount_cents bigint not null,
    at timestamptz not null, details jsonb, ratio numeric, open boolean, key uuid)`)
}

describe('the database', () => {
  let database: Database
  let db: Db
  beforeAll(async () => {
    database = await openTestDatabase({ empty: true })
    db = database.db
    await makeThings(db)
  })

  test('gives every column the same JavaScript type', async () => {
    const full = {
      ...thing('typed'),
      details: { list: [1, 2], word: 'ação' },
      ratio: '0.10',
      open: true,
      key: '0c8a2f7e-8a49-4f5c-9d0e-1f2a3b4c5d6e',
    }
    const [row] = await db.insert(things).values(full).returning()
    expect(row).toEqual({ id: expect.any(Number), ...full })
    expect(await db.select().from(things).where(eq(things.at, full.at))).toEqual([row])
  })

  test('gives raw SQL the same JavaScript types', async () => {
    const { rows } =
      await db.execute(sql`select count(*) as count, 9223372036854775807 as big, 1.50 as numeric, null as nothing,
      '2026-11-21 12:00:00-03'::timestamptz as at, '{"a":[1]}'::jsonb as json, array['a','b'] as list, true as yes, lower('AÇÃO') as lower,
      array(select v from (values ('b'), ('á'), ('Z'), ('a')) as words(v) order by v) as sorted from (select 1 limit 0) nobody`)
    expect(rows).toEqual([
      {
        count: 0,
        big: 9223372036854775807n,
        numeric: '1.50',
        nothing: null,
        at: '2026-11-21 15:00:00+00',
        json: { a: [1] },
        list: ['a', 'b'],
        yes: true,
        lower: 'ação',
        sorted: ['Z', 'a', 'b', 'á'],
      },
    ])
  })

  test('names the violated constraint, inside a transaction and out', async () => {
    await db.insert(things).values(thing('once'))
    const violation = { code: '23505', constraint: 'things_name_once', table: 'things', column: null }
    expect(
      sqlState(
        await db
          .insert(things)
          .values(thing('once'))
          .catch((error: unknown) => error),
      ),
    ).toEqual(violation)
    const inside = transaction(db, (tx) => tx.insert(things).values(thing('once')))
    expect(sqlState(await inside.catch((error: unknown) => error))).toEqual(violation)
    const missing = await db.execute(sql`insert into things (name) values ('half')`).catch((error: unknown) => error)
    expect(sqlState(missing)).toMatchObject({ code: '23502', column: 'amount_cents' })
  })

  test('keeps all of a transaction or nothing', async () => {
    const failed = transaction(db, async (tx) => {
      await tx.insert(things).values(thing('half'))
      throw new Error('on the way')
    })
    await expect(failed).rejects.toThrow('on the way')
    expect(await db.$count(things, eq(things.name, 'half'))).toBe(0)
  })

  test('writes nothing of a transaction that could not begin, whatever it sends first and how much at once', async () => {
    const wrong = { isolationLevel: 'of no kind' as 'serializable' }
    const insert = (tx: Db, name: string) => tx.insert(things).values(thing(name)).then()
    const read = (tx: Db) => tx.execute(sql`select 1 as one`).then()
    const tries: ((tx: Db) => Promise<unknown>)[] = [
      (tx) => insert(tx, 'no begin'),
      (tx) => Promise.all([read(tx), insert(tx, 'no begin'), read(tx), insert(tx, 'no begin, again')]),
      async (tx) => {
        await read(tx).catch(() => undefined)
        await insert(tx, 'no begin')
      },
      (tx) => database.notify(tx, 'circle_changed', 'no begin'),
    ]
    const heard: string[] = []
    const unlisten = await database.listen('circle_changed', (payload) => void heard.push(payload))
    for (const fn of tries) {
      const failed = await transaction(db, fn, wrong).catch((error: unknown) => error)
      expect(sqlState(failed)).toMatchObject({ code: '42601' })
    }
    expect(await db.$count(things, like(things.name, 'no begin%'))).toBe(0)
    await database.notify(db, 'circle_changed', 'begun')
    await expect.poll(() => heard).toContain('begun')
    expect(heard).toEqual(['begun'])
    await unlisten()
    // And in order where it could: what comes after a write does not overtake it.
    const [, counted] = await transaction(db, (tx) =>
      Promise.all([insert(tx, 'in order'), tx.$count(things, eq(things.name, 'in order'))]),
    )
    expect(counted).toBe(1)
  })

  test('never answers a transaction with success whose COMMIT was a rollback', async () => {
    const swallowed = transaction(db, async (tx) => {
      await tx.insert(things).values(thing('swallowed'))
      await tx.execute(sql`select 1 / 0`).catch(() => undefined)
    })
    expect(sqlState(await swallowed.catch((error: unknown) => error))?.code).toBe('25P02')
    expect(await db.$count(things, eq(things.name, 'swallowed'))).toBe(0)
  })

  test('runs a transaction again after a serialization failure or a deadlock, and gives up after six times', async () => {
    const attempts: string[] = []
    const name = await transaction(db, async (tx) => {
      attempts.push('first')
      await tx.insert(things).values(thing('retried'))
      if (attempts.length < 3) throw postgresError(attempts.length === 1 ? '40001' : '40P01')
      return 'retried'
    })
    expect(await db.$count(things, eq(things.name, name))).toBe(1)
    expect(attempts).toHaveLength(3)

    let hopeless = 0
    const never = transaction(db, async () => {
      hopeless++
      throw postgresError('40001')
    })
    expect(sqlState(await never.catch((error: unknown) => error))?.code).toBe('40001')
    expect(hopeless).toBe(6)
  })

  test('runs nothing else again', async () => {
    let runs = 0
    const refused = transaction(db, async () => {
      runs++
      throw postgresError('23505')
    })
    await expect(refused).rejects.toThrow()
    expect(runs).toBe(1)
  })

  test('a transaction inside a transaction is a savepoint', async () => {
    await transaction(db, async (tx) => {
      await tx.insert(things).values(thing('outer'))
      await transaction(tx, async (inner) => {
        await inner.insert(things).values(thing('inner'))
        throw new Error('only this')
      }).catch(() => undefined)
    })
    expect(await db.$count(things, eq(things.name, 'outer'))).toBe(1)
    expect(await db.$count(things, eq(things.name, 'inner'))).toBe(0)
  })

  test('a query beside the open transaction of the same request is an error, not a wait without end', async () => {
    const beside = transaction(db, async () => await db.select().from(things))
    await expect(beside).rejects.toSatisfy((error: Error) => String(error.cause ?? error).includes('use its tx'))
    const another = transaction(db, () => transaction(db, async () => 1))
    await expect(another).rejects.toThrow('use its tx')
    expect(await transaction(db, async () => 1).then(() => db.$count(things))).toBeGreaterThan(0)
  })

  test('tells the listeners once a transaction commits, and not when it is rolled back', async () => {
    const heard: string[] = []
    let next = Promise.withResolvers<void>()
    const unlisten = await database.listen('circle_changed', (payload) => {
      heard.push(payload)
      next.resolve()
    })
    await transaction(db, async (tx) => {
      await database.notify(tx, 'circle_changed', 'undone')
      throw new Error('no')
    }).catch(() => undefined)
    await transaction(db, (tx) => database.notify(tx, 'circle_changed', `it's "7"`))
    await next.promise
    expect(heard).toEqual([`it's "7"`])

    await unlisten()
    next = Promise.withResolvers<void>()
    await database.listen('circle_changed', () => next.resolve())
    await database.notify(db, 'circle_changed', 'later')
    await next.promise
    expect(heard).toHaveLength(1)
  })

  test('a listener that throws harms nobody, and a channel must be a plain name', async () => {
    const heard = Promise.withResolvers<void>()
    await database.listen('clumsy', () => {
      throw new Error('my own')
    })
    await database.listen('clumsy', () => heard.resolve())
    await database.notify(db, 'clumsy', '')
    await heard.promise
    await expect(database.listen('a"; drop table things', () => {})).rejects.toThrow('is not a channel')
  })

  test('closed twice at once, it closes once, and then answers no more', async () => {
    const other = await openTestDatabase({ empty: true })
    await Promise.all([other.close(), other.close()])
    await expect(other.ping()).rejects.toThrow()
  })
})
