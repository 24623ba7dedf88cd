import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import { termsHashText } from '#circle/terms.ts'
import type { TermsDocument } from '#circle/terms.ts'
import { planFormOf } from '#contracts/plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { editCircle } from '#server/circles/edit-circle.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { recordTerms } from '#server/seed/record-terms.ts'
import { circles } from '#server/tables/circles.ts'
import { circleWords } from '#server/tables/circle-words.ts'
import { ledger } from '#server/tables/ledger.ts'
import { obligations } from '#server/tables/obligations.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { neverAccepted } from '#server/testing/never-accepted.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, readOwnData, verify } from '../../scripts/verify-ledger.mjs'
import { planToldBy } from '#contracts/told-plans.ts'

const operator = {
  name: 'Ana Lima',
  document: '11144477735',
  contact: 'ana@exemplo.invalid',
  dataProtectionContact: 'dados@exemplo.invalid',
}

describe('consent to the terms', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    admin = await testApp.administrator()
    people = await testApp.placed(3)
  })

  const circle = async (as = admin) => (await testApp.call('GET /circle', as)).body
  const pull = async () => (await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })).body
  const consent = async ({ token }: Person) => (await testApp.call('GET /me/terms', token)).body
  const accept = (who: Person, terms_version: string) =>
    testApp.call('POST /me/terms', who.token, { body: { terms_version } })
  const records = async (kind: string) =>
    (await testApp.services.db.select().from(ledger).where(eq(ledger.kind, kind)).orderBy(ledger.seq)).map(
      ({ payload, actorId }): Record<string, unknown> => ({ actorId, ...payload }),
    )
  const owed = () => testApp.services.db.select().from(obligations)
  const download = async (as = people[0]!.token) =>
    readLedger((await testApp.call('GET /ledger/export', as)).body as string)
  /** The hash that a browser computes of what `GET /circle` shows it. */
  const shownHash = async () => {
    const { id, plan, operator: shown } = await circle()
    const document: TermsDocument = {
      circleId: id,
      plan: planToldBy({ plan }),
      operator: shown,
      text: termsTextOf(plan),
    }
    return sha256(termsHashText(document))
  }
  /** The plan at five times the price, as an administrator changes it after people accepted. */
  const makeDearer = async () => {
    const plan = planFormOf(presets.rotativo)
    plan.levels[0].donation = 500
    expect((await testApp.call('PATCH /admin/circle/plan', admin, { body: plan })).status).toBe(200)
  }

  test('registering accepts what the circle shows, by a hash that anybody can compute, in one’s own name', async () => {
    const { terms_version } = await circle()
    expect(await shownHash()).toBe(terms_version)
    expect(await records('terms.accepted')).toEqual(
      people.map(({ id }) => ({ actorId: id, memberId: id, hash: terms_version, via: 'password' })),
    )
    expect(await consent(people[0]!)).toMatchObject({ terms_version, is_accepted: true })
    expect(await pull()).toMatchObject({ createdCount: 3, skippedWithoutConsent: 0 })
  })

  test('a plan that goes from R$ 100 to R$ 500 after people accepted it makes nobody owe anything', async () => {
    await makeDearer()
    expect(await pull()).toEqual({
      createdCount: 0,
      receiversProcessed: 0,
      skippedExisting: 0,
      skippedWithoutConsent: 3,
    })
    expect(await owed()).toEqual([])
    const { terms_version } = await circle()
    expect(await consent(people[0]!)).toMatchObject({ terms_version, is_accepted: false })
    expect((await testApp.call('GET /me/terms/accepted', people[0]!.token)).body).toMatchObject({
      shown: { plan: { name: 'termos', monthly_contribution: 100 }, operator: null },
    })
    expect((await testApp.call('GET /admin/terms', admin)).body.members.map(({ id }: Person) => id)).toEqual(
      people.map(({ id }) => id),
    )
    expect((await testApp.call('GET /admin/tasks', admin)).body.consents.count).toBe(3)

    // A member who reads and accepts owes by the new plan, in the same month; the others still do not.
    expect((await accept(people[1]!, terms_version)).body).toMatchObject({ is_accepted: true })
    expect(await pull()).toMatchObject({ createdCount: 1, skippedExisting: 0, skippedWithoutConsent: 2 })
    expect(await owed()).toMatchObject([{ memberId: people[1]!.id, amountCents: 500_00 }])
    expect(verify(await download())).toMatchObject({ faults: [], consentFrom: 3 })
    expect((await testApp.call('GET /admin/circle', admin)).body.calendar.pulls).toMatchObject([
      { skipped_without_consent: 2 },
      { skipped_without_consent: 3 },
    ])
  })

  test('is asked anew by another operator, and accepting is refused once what was read is no longer in force', async () => {
    const body = { name: 'Real', mode: 'real', plan: planFormOf(presets.rotativo), operator, outcome_seen: true }
    const { id } = (await testApp.call('POST /admin/circles', admin, { body })).body as { id: string }
    await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id } })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id } })
    const members = [await testApp.registers(20), await testApp.registers(21)]
    for (const [index, member] of members.entries()) {
      await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: member.id } })
      const place = { position: index + 1, donation_number: 1, user_id: member.id, is_receiver: false }
      await testApp.call('POST /queue', admin, {
        body: { ...place, passed_user_ids: [], reason: 'Combinado entre todos' },
      })
    }
    const { id: adminId } = (await testApp.call('GET /users/profile', admin)).body as Person
    const by = { id: adminId, circleId: id, via: 'password' } as Context['actor']
    const context = { ...testApp.services, actor: by, actorId: adminId, address: '', device: '' } as Context
    // As it is made once two people approved it.
    const edit = (name: string) => editCircle(context, { operator: { ...operator, name } })
    const former = (await circle()).terms_version as string
    await edit('Bento Luz')
    expect(await consent(members[0]!)).toMatchObject({ is_accepted: false })
    expect(await accept(members[0]!, former)).toMatchObject({ status: 409, body: { code: 'terms.changed' } })
    expect(await accept(members[0]!, '')).toMatchObject({ status: 400 })
    expect(await pull()).toMatchObject({ createdCount: 0, skippedWithoutConsent: 2 })
    // The same terms saved again are no change, and nobody is asked again.
    await edit('Bento Luz')
    // The former operator back, word for word: what was accepted then is what is in force.
    await edit(operator.name)
    expect((await circle()).terms_version).toBe(former)
    expect(await pull()).toMatchObject({ createdCount: 2, skippedWithoutConsent: 0 })
    const own = await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, id)).orderBy(ledger.seq)
    expect(own.filter(({ kind }) => kind === 'circle.terms_changed').map(({ payload }) => payload['what'])).toEqual([
      'first',
      'operator',
      'operator',
    ])
    // The two edits above were made without their approval: nothing else is wrong.
    const { faults } = verify(await download(members[0]!.token))
    expect(faults.map(({ code }) => code)).toEqual(['approval.missing', 'approval.missing'])
  })

  test('accepted twice at once, from two tabs, is one acceptance and one record', async () => {
    await makeDearer()
    const { terms_version } = await circle()
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(people[0]!, terms_version)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { db } = testApp.services
    const own = and(
      eq(termsAcceptances.userId, people[0]!.id),
      eq(termsAcceptances.termsVersion, terms_version as string),
    )
    expect(await db.$count(termsAcceptances, own)).toBe(1)
    expect((await records('terms.accepted')).filter(({ hash }) => hash === terms_version)).toHaveLength(1)
  })

  test('is needed for an upgrade too, whose debts are new', async () => {
    const [first] = people
    const upgrade = () =>
      testApp.call('POST /donations/accept-upgrade', first!.token, { body: { from_level: 1, to_level: 2 } })
    expect(await upgrade()).toMatchObject({ status: 409, body: { code: 'upgrade.not_available' } })
    await makeDearer()
    expect(await upgrade()).toMatchObject({ status: 409, body: { code: 'terms.not_accepted' } })
    await accept(first!, (await circle()).terms_version)
    expect(await upgrade()).toMatchObject({ status: 409, body: { code: 'upgrade.not_available' } })
  })

  test('one’s own data prove what one accepted, and show an acceptance that somebody else made up', async () => {
    const data = readOwnData(JSON.stringify((await testApp.call('GET /me/export', people[0]!.token)).body))
    expect(data.consents).toHaveLength(1)
    const own = { ...data, donations: [] }
    expect(verify({ ...(await download()), own }).faults).toEqual([])
    await makeDearer()
    await accept(people[0]!, (await circle()).terms_version)
    expect(verify({ ...(await download()), own }).faults).toMatchObject([{ code: 'own.consent_differs' }])
  })

  describe('held against whoever holds the database', () => {
    const inDatabase = (change: ReturnType<typeof sql>) =>
      testApp.services.database.asOwner(async (client) => {
        await client.query(change.queryChunks.map((chunk) => (chunk as { value: string[] }).value.join('')).join(''))
      })
    const terms = async () => {
      const { operator: shown, plan } = await circle()
      return { operator: shown, text: termsTextOf(plan) }
    }

    test('an operator swapped in SQL is found by every browser, and no start makes it look announced', async () => {
      expect(verify({ ...(await download()), terms: await terms() }).faults).toEqual([])
      await inDatabase(
        sql`update circles set operator = '{"name":"Outro","document":"1","contact":"x","dataProtectionContact":"y"}'`,
      )
      expect(await shownHash()).not.toBe((await circle()).terms_version)
      expect(verify({ ...(await download()), terms: await terms() }).faults).toMatchObject([{ code: 'terms.differ' }])
      await recordTerms(testApp.services)
      expect(await shownHash()).not.toBe((await circle()).terms_version)
      expect(await records('circle.terms_changed')).toHaveLength(1)
    })

    test('a hash swapped along with it differs from the one that the ledger has', async () => {
      await inDatabase(
        sql`update circles set operator = '{"name":"Outro","document":"1","contact":"x","dataProtectionContact":"y"}'`,
      )
      const forged = await shownHash()
      await testApp.services.database.asOwner((client) => client.query('update circles set terms_hash = $1', [forged]))
      expect((await circle()).terms_version).toBe(forged)
      expect(verify({ ...(await download()), terms: await terms() }).faults).toMatchObject([{ code: 'terms.differ' }])
    })

    test('the words kept are only ever added to', async () => {
      const { db } = testApp.services
      for (const change of [
        sql`update circle_words set words = '{}'`,
        sql`delete from circle_words`,
        sql`truncate circle_words`,
      ])
        await expect(db.execute(change)).rejects.toThrow()
    })
  })

  describe('at a start', () => {
    /** The circle as an earlier version left it: accepted by the plan's version, with no hash. */
    const asBefore = async () => {
      const { db } = testApp.services
      // An operator of its own, so that the document is none that anybody here accepted already.
      await db.update(circles).set({ termsHash: null, operator })
      await neverAccepted(testApp.services)
      for (const [index, { id }] of people.entries())
        await db.insert(termsAcceptances).values({
          userId: id,
          // The third accepted an earlier plan.
          termsVersion: index < 2 ? 'demonstracao:termos:1' : 'demonstracao:tela:1',
          shown: { mode: 'demonstracao', plan: presets.termos, outcome: null },
          acceptedAt: new Date(testApp.clock.now()),
        })
    }

    test('in a demonstration from before, an acceptance of the plan in force is carried over and recorded as such', async () => {
      await asBefore()
      await recordTerms(testApp.services)
      const { terms_version } = await circle()
      expect(await shownHash()).toBe(terms_version)
      expect(await records('terms.carried')).toEqual(
        people.slice(0, 2).map(({ id }) => ({ actorId: null, memberId: id, hash: terms_version, via: 'job' })),
      )
      expect(await Promise.all(people.map(consent))).toMatchObject([
        { is_accepted: true },
        { is_accepted: true },
        { is_accepted: false },
      ])
      expect(await pull()).toMatchObject({ skippedWithoutConsent: 1 })
      expect(verify(await download()).faults).toEqual([])
      await recordTerms(testApp.services)
      expect(await records('terms.carried')).toHaveLength(2)
    })

    test('in a real circle from before, everybody is asked', async () => {
      const body = { name: 'Real', mode: 'real', plan: planFormOf(presets.rotativo), operator, outcome_seen: true }
      const { id } = (await testApp.call('POST /admin/circles', admin, { body })).body as { id: string }
      await testApp.call('POST /admin/circles/{id}/open', admin, { params: { id } })
      const person = await testApp.registers(20)
      const { db } = testApp.services
      await db.update(circles).set({ termsHash: null }).where(eq(circles.id, id))
      await neverAccepted(testApp.services, person.id)
      await db.insert(termsAcceptances).values({
        userId: person.id,
        termsVersion: 'real:rotativo:1',
        shown: { mode: 'real', plan: presets.rotativo, outcome: null },
        acceptedAt: new Date(testApp.clock.now()),
      })
      await recordTerms(testApp.services)
      expect(await consent(person)).toMatchObject({ is_accepted: false })
      expect(await records('terms.carried')).toEqual([])
    })

    test('words that this version writes otherwise are recorded once, and each member is asked again', async () => {
      const { db } = testApp.services
      const [row] = await db.select().from(circles)
      const document = { circleId: row!.id, plan: row!.plan, operator: null, text: [{ key: 'old', text: 'Antes.' }] }
      const hash = sha256(termsHashText(document))
      await db.insert(circleWords).values({ circleId: row!.id, hash, words: document, keptAt: row!.createdAt })
      await db.update(circles).set({ termsHash: hash })
      await recordTerms(testApp.services)
      await recordTerms(testApp.services)
      expect(await records('circle.terms_changed')).toMatchObject([
        { what: 'first' },
        { what: 'text', actorId: null, via: 'job' },
      ])
      expect(await shownHash()).toBe((await circle()).terms_version)
    })
  })
})
