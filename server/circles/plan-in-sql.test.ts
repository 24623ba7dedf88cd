import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isBalanced, presets } from '#circle/plan.ts'
import { createCircle, withCircle } from '#server/circle-store/with-circle.ts'
import { sqlState } from '#server/database/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { circles } from '#server/tables/circles.ts'
import { obligations } from '#server/tables/obligations.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const OPERATOR = {
  name: 'Rosa',
  document: '529.982.247-25',
  contact: 'rosa@x.invalid',
  dataProtectionContact: 'r@x.invalid',
}
const PLANS = 10_000

/** Any JSON value, as it could appear in place of a plan's field. */
const junk = fc.oneof(
  fc.constantFrom(null, true, false, 'true', '', 'back_of_queue', 0, -1, 1, 1.5, 99, 100, 365, 366, 1e8, 1e8 + 1, '1'),
  fc.constantFrom([], {}, [null], [[]], { owed: [] }, presets.rotativo.levels[0]),
)

type Edit = { path: number[]; action: 'drop' | 'set' | 'add'; value: unknown }
const edit: fc.Arbitrary<Edit> = fc.record({
  path: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
  action: fc.constantFrom('drop' as const, 'set' as const, 'set' as const, 'add' as const),
  value: junk,
})

/** A plan as an author would write it, with a few fields dropped, replaced or added anywhere in it. */
const mutilated = fc
  .tuple(fc.constantFrom(...Object.values(presets)), fc.array(edit, { maxLength: 3 }), fc.nat(3))
  .map(([plan, edits, levels]) => {
    const copy = structuredClone(plan) as unknown as Record<string, unknown>
    if (levels > 0) copy['levels'] = (copy['levels'] as unknown[]).slice(0, levels)
    for (const { path, action, value } of edits) mutilate(copy, path, action, value)
    return copy
  })

function mutilate(target: unknown, [step = 0, ...rest]: number[], action: Edit['action'], value: unknown): void {
  if (typeof target !== 'object' || target === null) return
  const keys = Object.keys(target)
  const key = keys[step % Math.max(1, keys.length)]
  const fields = target as Record<string, unknown>
  if (rest.length > 0 && key !== undefined && typeof fields[key] === 'object' && fields[key] !== null)
    return mutilate(fields[key], rest, action, value)
  if (action === 'add' && !Array.isArray(target)) fields['extra'] = structuredClone(value)
  else if (key === undefined) return
  else if (action === 'drop' && Array.isArray(target)) target.splice(Number(key), 1)
  else if (action === 'drop') delete fields[key]
  else fields[key] = structuredClone(value)
}

describe('what SQL says of a plan', () => {
  let testApp: TestApp
  let realId: string

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    realId = newId(testApp.clock)
    await createCircle(
      { ...testApp.services, actorId: null },
      { id: realId, name: 'Roda de verdade', operator: OPERATOR, mode: 'real', plan: presets.rotativo },
    )
  })

  /** The reason of a refused write: a constraint's name or the SQLSTATE; null when it was accepted. */
  const refusalOf = async (write: PromiseLike<unknown>) => {
    try {
      await write
      return null
    } catch (error) {
      return sqlState(error)?.constraint ?? sqlState(error)?.code ?? String(error)
    }
  }
  const CHECK = '23514'
  const NOT_ALLOWED = '42501'

  test(`is what the rules say, on ${PLANS} random and mutilated plans`, async () => {
    const plans: unknown[] = fc.sample(
      fc.oneof({ weight: 20, arbitrary: mutilated }, { weight: 1, arbitrary: junk }),
      PLANS,
    )
    const said = await testApp.services.db.execute<{ balanced: boolean }>(
      sql`select plan_is_balanced(plan) as balanced from jsonb_array_elements(${JSON.stringify(plans)}::jsonb) with ordinality as given (plan, place) order by place`,
    )
    const differing = plans.filter((plan, index) => isBalanced(plan) !== said.rows[index]!.balanced)
    expect(differing.slice(0, 3)).toEqual([])
    const balanced = said.rows.filter((row) => row.balanced).length
    // The generator must produce both answers; producing only one would prove nothing.
    expect(balanced).toBeGreaterThan(PLANS / 50)
    expect(balanced).toBeLessThan(PLANS / 2)
    const nothing = await testApp.services.db.execute<{ balanced: boolean }>(
      sql`select plan_is_balanced(null) as balanced`,
    )
    expect(nothing.rows[0]!.balanced).toBe(false)
  })

  test.each([
    ['a key removed from a level', sql`plan #- '{levels,0,contributes}'`],
    ['an unknown key', sql`plan || '{"bonus": 1}'`],
    ['a level that owes', sql`jsonb_set(plan, '{levels,1,owed}', '[{}]')`],
    ['text instead of a truth', sql`jsonb_set(plan, '{levels,2,contributes}', '"true"')`],
    ['no levels', sql`jsonb_set(plan, '{levels}', '[]')`],
    ['null', sql`'null'::jsonb`],
  ])('a real circle is not made unbalanced by one UPDATE: %s', async (_name, changed) => {
    const { db } = testApp.services
    expect(await refusalOf(db.update(circles).set({ plan: changed }).where(eq(circles.id, realId)))).toBe(
      'circles_real_is_balanced',
    )
  })

  test('a real circle never becomes a demonstration, nor a demonstration real', async () => {
    const { db } = testApp.services
    expect(await refusalOf(db.update(circles).set({ mode: 'demonstracao' }).where(eq(circles.id, realId)))).toBe(CHECK)
    const [demonstration] = await db.select().from(circles).where(eq(circles.mode, 'demonstracao'))
    expect(
      await refusalOf(
        db
          .update(circles)
          .set({ mode: 'real', plan: presets.rotativo, operator: OPERATOR })
          .where(eq(circles.id, demonstration!.id)),
      ),
    ).toBe(CHECK)
  })

  test('a real circle asks only for contributions and settlements, at the amounts of its plan', async () => {
    const { db } = testApp.services
    const memberId = newId(testApp.clock)
    await withCircle({ ...testApp.services, actorId: null }, realId, ({ perform }) =>
      perform({ kind: 'approve_member', memberId }),
    )
    let order = 1_000
    const owe = (changed: Partial<typeof obligations.$inferInsert>) =>
      refusalOf(
        db.insert(obligations).values({
          circleId: realId,
          id: newId(testApp.clock),
          memberId,
          type: 'PULL',
          amountCents: 10_000,
          target: 1,
          period: `2026-${order}`,
          order: (order += 1),
          owedAt: new Date(),
          overdue: false,
          status: 'waiting',
          ...changed,
        }),
      )
    expect(await owe({})).toBe(null)
    expect(await owe({ type: 'SETTLEMENT', target: 3, amountCents: 160_000 })).toBe(null)
    expect(await owe({ amountCents: 50_000 })).toBe(CHECK)
    expect(await owe({ type: 'ADM_N3', target: 0, amountCents: 160_000 })).toBe(CHECK)
    expect(await owe({ type: 'UPGRADE_N2', target: 2, amountCents: 20_000 })).toBe(CHECK)
    expect(await refusalOf(db.update(obligations).set({ amountCents: 20_000 }))).toBe(CHECK)
    // A donation was asked for, so the plan is frozen although none was counted yet.
    const dearer = { ...presets.rotativo, version: 2, deadlineDays: 10 }
    expect(await refusalOf(db.update(circles).set({ plan: dearer }).where(eq(circles.id, realId)))).toBe(CHECK)
    expect(
      await refusalOf(db.update(circles).set({ donationsMade: 0, plan: dearer }).where(eq(circles.id, realId))),
    ).toBe(CHECK)
  })

  test('records are only added to, by the working role and by the owner', async () => {
    const { db, database } = testApp.services
    for (const statement of [`update ledger set payload = '{}'`, 'delete from ledger']) {
      expect(await refusalOf(db.execute(sql.raw(statement))), statement).toBe(CHECK)
    }
    for (const change of [
      `update terms_acceptances set terms_version = 'x'`,
      `update terms_acceptances set shown = '1'`,
    ]) {
      expect(await refusalOf(db.execute(sql.raw(change))), change).toBe(NOT_ALLOWED)
      expect(await refusalOf(database.asOwner((client) => client.query(change))), change).toBe(CHECK)
    }
    // An installation may have one role alone, which is the owner then.
    const deletion = 'delete from terms_acceptances'
    expect(await refusalOf(db.execute(sql.raw(deletion)))).toBe(NOT_ALLOWED)
    expect(await refusalOf(database.asOwner((client) => client.query(deletion)))).toBe(CHECK)
    // The way of an erasure empties nothing of somebody who is still here.
    const shown = async () => (await db.execute(sql`select shown from terms_acceptances order by user_id`)).rows
    const before = await shown()
    await db.execute(sql`select forget_acceptances(user_id) from terms_acceptances`)
    expect(await shown()).toEqual(before)
    expect(before.length).toBeGreaterThan(0)
    for (const statement of [`update audit set actor_id = null`, 'delete from audit']) {
      expect(await refusalOf(db.execute(sql.raw(statement))), statement).toBe(NOT_ALLOWED)
      expect(await refusalOf(database.asOwner((client) => client.query(statement))), statement).toBe(CHECK)
    }
    for (const table of ['ledger', 'audit', 'terms_acceptances']) {
      expect(await refusalOf(db.execute(sql.raw(`truncate ${table}`))), table).toBe(NOT_ALLOWED)
      expect(await refusalOf(database.asOwner((client) => client.query(`truncate ${table} cascade`))), table).toBe(
        CHECK,
      )
    }
    for (const statement of [
      'alter table circles drop constraint circles_real_is_balanced',
      'drop trigger ledger_stays on ledger',
    ])
      expect(await refusalOf(db.execute(sql.raw(statement))), statement).toBe(NOT_ALLOWED)
  })

  test('a real circle whose plan was exchanged by whoever owns the database runs not one more command', async () => {
    const { database } = testApp.services
    await database.asOwner(async (client) => {
      await client.query('alter table circles drop constraint circles_real_is_balanced')
      await client.query('alter table circles disable trigger circles_plan_frozen')
      await client.query('update circles set plan = $1 where id = $2', [JSON.stringify(presets.termos), realId])
    })
    const context = { ...testApp.services, stateCache: new Map(), actorId: null }
    await expect(
      withCircle(context, realId, ({ perform }) => perform({ kind: 'approve_member', memberId: newId(testApp.clock) })),
    ).rejects.toThrow('is not balanced')
  })
})
