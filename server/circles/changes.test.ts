import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { nameHashText, termsHashText } from '#circle/terms.ts'
import { areChangesKept } from '#contracts/changes-kept.ts'
import { circleChangeKinds } from '#contracts/circles.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { editCircle } from '#server/circles/edit-circle.ts'
import type { Context } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import { isAboutCircle, ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { termsToldBy } from '#contracts/told-plans.ts'

type Changes = AnswerOf<'GET /circle/changes'>

describe('what changed in a circle', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    admin = await testApp.administrator()
    people = await testApp.placed(3)
  })

  const changes = async (as = people[0]!.token, query = '') =>
    (await testApp.call('GET /circle/changes', as, { query })).body as Changes
  const kinds = async (as?: string) =>
    (await changes(as)).data.map(({ kind, what }) => (what ? `${kind} ${what}` : kind))
  const changePlan = async (donation: number) => {
    const plan = planFormOf(presets.rotativo)
    plan.levels[0].donation = donation
    expect((await testApp.call('PATCH /admin/circle/plan', admin, { body: plan })).status).toBe(200)
  }
  const rename = async (name: string) =>
    expect((await testApp.call('PATCH /admin/circle', admin, { body: { name } })).status).toBe(200)
  /** The words of an answer, hashed as a browser does it. */
  const hashed = ({ words }: Changes) =>
    words.map(({ terms, name }) =>
      terms ? sha256(termsHashText(termsToldBy(terms))) : sha256(nameHashText(name!.circle_id, name!.name)),
    )
  const asOwner = (statement: string) =>
    testApp.services.database.asOwner(async (client) => {
      await client.query(statement)
    })

  test('is nothing at first: what a circle begins with is no change', async () => {
    const [circle] = await testApp.services.db.select().from(circles)
    expect(await changes()).toMatchObject({
      data: [],
      words: [],
      since: circle!.createdAt.toISOString(),
      pagination: { currentPage: 1, totalPages: 1, totalItems: 0, pageSize: 5 },
    })
  })

  test('is told to members and administrators alike: plan, operator, name, registrations, administrators and clock', async () => {
    await changePlan(500)
    await rename('Ciranda da Rua')
    const { db } = testApp.services
    const [circle] = await db.select().from(circles)
    const other = { name: 'Outra', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
    const { id: otherId } = (await testApp.call('POST /admin/circles', admin, { body: other })).body as { id: string }
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: otherId } })
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id: circle!.id } })
    const { id: adminId } = (await testApp.call('GET /users/profile', admin)).body as Person
    const by = { id: adminId, circleId: circle!.id, via: 'password' } as Context['actor']
    const context = { ...testApp.services, actor: by, actorId: adminId, address: '', device: '' } as Context
    const operator = { name: 'Ana Lima', document: '1', contact: 'a', dataProtectionContact: 'b' }
    await expect(editCircle(context, { operator })).resolves.toBeUndefined()
    await withCircle(context, circle!.id, ({ note }) =>
      note({ kind: 'administrator.added', userId: people[2]!.id, role: 'AUDITOR' }),
    )
    await testApp.call('POST /test/clock', null, { body: { now: new Date(NOON + 60_000).toISOString() } })

    const page = await changes(people[0]!.token, '?limit=100')
    expect(page.data.map(({ kind, what, by: who }) => [kind, what, who])).toEqual([
      ['circle.clock_moved', null, 'circle'],
      ['administrator.added', 'AUDITOR', 'administration'],
      ['circle.terms_changed', 'operator', 'administration'],
      ['circle.registration_opened', null, 'administration'],
      ['circle.registration_closed', null, 'administration'],
      ['circle.renamed', null, 'administration'],
      ['circle.terms_changed', 'plan', 'administration'],
    ])
    expect(page.data[0]).toMatchObject({ at: new Date(NOON + 60_000).toISOString(), before: null, after: null })
    expect(page).toEqual(await changes(admin, '?limit=100'))
    // The answer names nobody, by id or otherwise.
    expect(JSON.stringify(page)).not.toMatch(new RegExp(`${adminId}|${people[2]!.id}|Administração da`))
  })

  test('is held to the ledger by whoever reads it: a change that is left out, made up or told as another is named', async () => {
    await changePlan(500)
    await rename('Ciranda da Rua')
    const { db } = testApp.services
    const rows = await db.select().from(ledger).where(isAboutCircle).orderBy(ledger.seq)
    const found = rows.map(({ seq, kind, payload }) => ({ seq, kind, payload: payload as Record<string, string> }))
    const kept = {
      upTo: found.at(-1)!.seq,
      found: found.filter(({ kind }) => circleChangeKinds.includes(kind as never)),
    }
    const [renamed, plan] = (await changes()).data
    const pages = [await changes(), await changes(undefined, '?limit=1'), await changes(undefined, '?limit=1&page=2')]
    expect(pages.map((page) => areChangesKept(page, kept))).toEqual([true, true, true])
    expect(areChangesKept(pages[0]!, { upTo: 0, found: [] })).toBeNull()
    const shows = (data: Changes['data']) => {
      const pagination = { ...pages[0]!.pagination, totalItems: data.length }
      return areChangesKept({ data, pagination }, kept)
    }
    for (const lie of [
      [],
      [plan!],
      [renamed!, plan!, { ...plan!, seq: 1, kind: 'circle.closed' as const }],
      [renamed!, { ...plan!, what: 'text' }],
      [{ ...renamed!, after: plan!.after }, plan!],
    ])
      expect(shows(lie), JSON.stringify(lie)).toBe(false)
    expect(areChangesKept({ ...pages[1]!, data: [] }, kept)).toBe(false)
    // A change since the device verified is told too.
    await testApp.call('PATCH /admin/circle/answer-days', admin, { body: { days: 9 } })
    const later = [await changes(), await changes(undefined, '?limit=1'), await changes(undefined, '?limit=2&page=2')]
    expect(later.map((page) => areChangesKept(page, kept))).toEqual([true, true, true])
  })

  test('commits to words: before and after of each, which hash to what the ledger has', async () => {
    await changePlan(500)
    await changePlan(700)
    await rename('Ciranda da Rua')
    const page = await changes()
    expect(hashed(page).toSorted()).toEqual(page.words.map(({ hash }) => hash).toSorted())
    const [named, second, first] = page.data
    expect(second!.before).toBe(first!.after)
    expect(first!.before).toBe(
      (await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'terms.accepted')))[0]!.payload['hash'],
    )
    const contribution = (hash: string | null) =>
      page.words.find((words) => words.hash === hash)?.terms?.plan.monthly_contribution
    expect([first!.before, first!.after, second!.after].map(contribution)).toEqual([100, 500, 700])
    const name = (hash: string | null) => page.words.find((words) => words.hash === hash)?.name?.name
    expect([named!.before, named!.after].map(name)).toEqual(['Ciranda de demonstração', 'Ciranda da Rua'])
  })

  test('words that whoever holds the database changed afterwards no longer agree with the ledger, nor do missing ones', async () => {
    await rename('Ciranda da Rua')
    await asOwner('alter table circle_words disable trigger user')
    await asOwner(
      `update circle_words set words = jsonb_set(words, '{name}', '"Ciranda da Praça"') where words->>'name' = 'Ciranda da Rua'`,
    )
    const page = await changes()
    const { after, before } = page.data[0]!
    const told = page.words.find(({ hash }) => hash === after)!
    expect(told.name!.name).toBe('Ciranda da Praça')
    expect(sha256(nameHashText(told.name!.circle_id, told.name!.name))).not.toBe(after)
    await asOwner(`delete from circle_words where hash = '${before}'`)
    expect((await changes()).words.map(({ hash }) => hash)).toEqual([after])
  })

  test('a plan changed without new terms, as in an old ledger, is told too', async () => {
    const [circle] = await testApp.services.db.select().from(circles)
    const { id: adminId } = (await testApp.call('GET /users/profile', admin)).body as Person
    const by = { id: adminId, circleId: circle!.id, via: 'password' } as Context['actor']
    await withCircle({ ...testApp.services, actor: by, actorId: adminId }, circle!.id, async ({ perform }) => {
      await perform({ kind: 'change_plan', plan: { ...presets.rotativo, version: 2 } })
    })
    await rename('Ciranda da Rua')
    expect(await kinds()).toEqual(['circle.renamed', 'circle.plan_changed'])
  })

  test('is paged, newest first, from either end alike', async () => {
    for (const number of Array.from({ length: 12 }, (_, index) => index)) await rename(`Roda ${'abcdefghijkl'[number]}`)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => changes(people[0]!.token, `?page=${page}`)))
    expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 2, 0])
    expect(pages[0]!.pagination).toEqual({ currentPage: 1, totalPages: 3, totalItems: 12, pageSize: 5 })
    const seqs = pages.flatMap(({ data }) => data.map(({ seq }) => seq))
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a))
    expect(new Set(seqs).size).toBe(12)
    expect((await testApp.call('GET /circle/changes', admin, { query: '?page=0' })).status).toBe(400)
  })

  test('is no business of whoever is not in the circle, and nothing of another circle is in it', async () => {
    const waiting = await testApp.registers(30)
    expect((await testApp.call('GET /circle/changes', null)).status).toBe(401)
    expect((await testApp.call('GET /circle/changes', waiting.token)).status).toBe(403)
    const other = { name: 'Outra', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
    const { id } = (await testApp.call('POST /admin/circles', admin, { body: other })).body as { id: string }
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id } })
    await rename('Outra roda')
    expect(await kinds(admin)).toContain('circle.renamed')
    expect(await kinds()).toEqual([])
  })

  test('is read by the index of the few entries that are about the circle itself', async () => {
    const { db } = testApp.services
    const [circle] = await db.select().from(circles)
    const plan = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const query = tx
        .select()
        .from(ledger)
        .where(and(eq(ledger.circleId, circle!.id), isAboutCircle))
        .getSQL()
      return (await tx.execute(sql`explain ${query}`)).rows
    })
    expect(JSON.stringify(plan)).toContain('ledger_circle_changes')
  })
})
