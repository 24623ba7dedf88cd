import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { insertOf, rowsOf, takeOver, updateOf } from './prepared-rows.ts'
import { transaction } from './transaction.ts'

const places = pgTable(
  'test_places',
  {
    circleId: uuid('circle_id').notNull(),
    id: uuid().notNull(),
    word: text().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    people: jsonb().$type<string[]>().notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }),
    isOpen: boolean('is_open').notNull().default(true),
    length: integer(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.id] })],
)

const write = insertOf('test places', places, ['circleId', 'id', 'word', 'amountCents', 'people', 'seenAt'], {
  computed: { length: sql`length(given.word)` },
  conflict: takeOver(places, ['circleId', 'id'], ['amountCents', 'seenAt']),
})
const change = updateOf('test places changed', places, ['word', 'isOpen'], { where: sql`${places.isOpen}` })
const read = rowsOf(
  'test places read',
  places,
  () => sql`where ${places.circleId} = ${sql.placeholder('circleId')} order by ${places.id}`,
)

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [own, other] = [idOf(1_001), idOf(1_002)]
const row = (number: number, circleId = own) => ({
  circleId,
  id: idOf(number),
  word: `lugar "${number}" — ação\n`,
  amountCents: 9_007_199_254_740_991 - number,
  people: [idOf(1), 'Ana'],
  seenAt: number % 2 === 0 ? null : new Date(Date.UTC(2026, 0, 10, 12, 0, 0, number)),
})

test('rows come back as they were given, one or a hundred, and each statement is parsed once on a connection', async () => {
  const { db, asOwner } = await openTestDatabase()
  await asOwner(async (owner) => {
    await owner.query(
      `create table test_places (circle_id uuid, id uuid, word text not null, amount_cents bigint not null, people jsonb not null,
        seen_at timestamptz, is_open boolean not null default true, length int, primary key (circle_id, id))`,
    )
    await owner.query('grant select, insert, update on test_places to public')
  })
  const many = Array.from({ length: 100 }, (_, index) => row(index + 1))
  await transaction(db, async (tx) => {
    await write(tx, [])
    await write(tx, many)
    await write(tx, [row(101), row(7, other)])
    const given = [...many, row(101)].map((one) => ({ ...one, isOpen: true, length: one.word.length }))
    expect(await read(tx, { circleId: own })).toEqual(given)

    // A conflict overwrites only the columns that it names.
    const again = { ...row(3), word: 'outra', amountCents: 5, seenAt: null }
    await write(tx, [again])
    expect((await read(tx, { circleId: own }))[2]).toEqual({ ...given[2], amountCents: 5, seenAt: null })

    // Only this circle's rows are changed, and of them those for which the condition holds; the answer is how many.
    expect(await change(tx, own, [])).toBe(0)
    expect(await change(tx, own, [{ id: idOf(7), word: 'fechado', isOpen: false }])).toBe(1)
    expect(
      await change(
        tx,
        own,
        [7, 8, 500].map((number) => ({ id: idOf(number), word: 'de novo', isOpen: true })),
      ),
    ).toBe(1)
    expect((await read(tx, { circleId: own })).slice(6, 8).map(({ word }) => word)).toEqual(['fechado', 'de novo'])
    expect((await read(tx, { circleId: other })).map(({ word, isOpen }) => [word, isOpen])).toEqual([
      [row(7).word, true],
    ])

    const { rows } = await tx.execute<{ name: string }>(
      sql`select name from pg_prepared_statements where name like 'test places%' order by name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['test places', 'test places changed', 'test places read'])
  })
})
