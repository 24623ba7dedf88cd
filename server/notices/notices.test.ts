import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { NoticeKind } from '#contracts/notices/notice.ts'
import { planFormOf } from '#contracts/plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { changeTerms } from '#server/circle-store/terms.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { notices } from '#server/tables/notices.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { writeNoticeLetters } from './letters.ts'
import { notify } from '#server/notify/notify.ts'

const DAY_MS = 86_400_000

describe('notices', () => {
  let testApp: TestApp
  let people: Person[]
  let administrator: string
  let emails: Map<string, string>

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
    people = await testApp.placed(3)
    administrator = await testApp.administrator()
    const everybody = (await testApp.call('GET /users', administrator)).body as { id: string; email: string }[]
    emails = new Map(everybody.map(({ id, email }) => [id, email]))
    await runDueJobs(testApp.services)
    await testApp.services.db.delete(notices)
  })

  const inbox = async (token: string) => (await testApp.call('GET /me/notices', token)).body
  const texts = async (token: string) => (await inbox(token)).data.map(({ text }: { text: string }) => text)
  const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', administrator, { body: {} })
  const lettersTo = ({ id }: Person) =>
    readOutbox(testApp.services.config.dataDir).filter((text) => text.startsWith(`Para: ${emails.get(id)}\n`))
  /** The e-mails that the jobs now send to a person. */
  const sent = async (person: Person) => {
    const before = lettersTo(person).length
    await runDueJobs(testApp.services)
    return lettersTo(person).slice(before)
  }
  const open = async () => (await testApp.services.db.select().from(donations))[0]!
  const byId = (id: string | null) => people.find((person) => person.id === id)!

  test('a month’s donations are told to both sides at once, each person one notice with the sum', async () => {
    await pull()
    const own = await Promise.all(people.map(async ({ token }) => (await texts(token)) as string[]))
    const [matched] = await testApp.services.db.select({ sum: sql<string>`count(*)` }).from(donations)
    expect(
      own.flat().filter((text) => text.startsWith('Você tem uma doação a fazer: R$\u00a0100,00, até ')),
    ).toHaveLength(Number(matched!.sum))
    for (const { id, token } of people) {
      const count = await testApp.services.db.$count(donations, eq(donations.receiverId, id))
      const [sentence, ...more] = ((await texts(token)) as string[]).filter((text) => text.startsWith('Você vai'))
      expect(more).toEqual([])
      const sum = `R$\u00a0${count * 100},00`
      expect(sentence).toBe(
        count === 0 ? undefined : `Você vai receber ${count === 1 ? 'uma doação' : `${count} doações`}: ${sum}.`,
      )
    }
  })

  test('what somebody did themselves is no news to them', async () => {
    await pull()
    const { id, donorId, receiverId } = await open()
    await testApp.pays(id, byId(donorId).token)
    expect(await texts(byId(donorId).token)).not.toContainEqual(expect.stringContaining('comprovante'))
    expect((await texts(byId(receiverId).token))[0]).toBe(
      'Chegou o comprovante de uma doação de R$\u00a0100,00 para você. Confira e confirme.',
    )
    await testApp.call('PATCH /donations/{id}/confirm', byId(receiverId).token, { params: { id } })
    expect((await texts(byId(donorId).token))[0]).toBe('Sua doação de R$\u00a0100,00 foi confirmada por quem recebeu.')
    expect((await texts(byId(receiverId).token))[0]).toContain('Chegou o comprovante')
  })

  test('a donation that an administrator settles is told to both of its people, and so is the case', async () => {
    await pull()
    const { id, donorId, receiverId } = await open()
    await testApp.pays(id, byId(donorId).token)
    const { body } = await testApp.call('POST /donations/{id}/report', byId(donorId).token, {
      params: { id },
      body: { reason: 'não confirma' },
    })
    expect((await texts(byId(receiverId).token))[0]).toBe('Um problema foi avisado sobre uma doação sua.')
    const answer = await testApp.call('POST /admin/donations/reports/{id}/resolve', administrator, {
      params: { id: body.reportId ?? body.id },
      body: { resolution_message: 'Pago, como se vê.', admin_notes: 'visto', donation_outcome: 'confirm' },
    })
    expect(answer.status).toBeLessThan(300)
    for (const party of [donorId, receiverId]) {
      const own = await texts(byId(party).token)
      expect(own).toContain('Uma doação de R$\u00a0100,00 foi confirmada pela administração.')
      expect(own).toContain('Foi decidido o caso de uma doação sua: a doação foi confirmada. O motivo está no caso.')
    }
  })

  test('places and accounts: given, taken and closed by the administration is told', async () => {
    const [first] = people as [Person]
    const queue = (await testApp.call('GET /queue', administrator)).body as { id: string; user_id: string }[]
    const entry = queue.find(({ user_id }) => user_id === first.id)!
    await testApp.call('DELETE /queue/{id}', administrator, { params: { id: entry.id } })
    expect((await texts(first.token))[0]).toBe('A administração retirou o seu lugar da fila do nível 1.')
    await testApp.call('PATCH /users/{id}', administrator, { params: { id: first.id }, body: { status: 'SUSPENDED' } })
    expect((await sent(first)).join()).toContain('Sua conta foi suspensa pela administração.')
  })

  describe('about the circle’s terms and name', () => {
    const PLAN = 'Os termos do seu círculo mudaram: o plano é outro.'
    const changePlan = async (donation: number) => {
      const plan = planFormOf(presets.rotativo)
      plan.levels[0].donation = donation
      expect((await testApp.call('PATCH /admin/circle/plan', administrator, { body: plan })).status).toBe(200)
    }
    const rename = (name: string) => testApp.call('PATCH /admin/circle', administrator, { body: { name } })
    const given = async (kind: NoticeKind) =>
      (await testApp.services.db.select().from(notices).where(eq(notices.kind, kind))).map(({ userId }) => userId)

    test('terms that change are told to each member once, by letter too, and open where they are read', async () => {
      await changePlan(500)
      const [first, second] = people as [Person, Person]
      expect((await inbox(first.token)).data).toMatchObject([
        {
          kind: 'terms.changed',
          to: '/accept-terms',
          text: `${PLAN} Veja o que mudou; nada novo lhe é pedido enquanto você não aceitar.`,
        },
      ])
      expect((await given('terms.changed')).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
      const [letter, ...more] = await sent(first)
      expect([letter, more]).toEqual([expect.stringContaining(PLAN), []])
      await testApp.call('PATCH /me/preferences', second.token, { body: { remindersOff: true } })
      await changePlan(700)
      expect(await given('terms.changed')).toHaveLength(2 * people.length)
      expect(await sent(second)).toEqual([])
      expect((await texts(second.token))[0]).toContain(PLAN)
    })

    test('the same terms saved again, or refused, tell nobody', async () => {
      const name = (await testApp.call('GET /circle', administrator)).body.name as string
      expect((await rename(name)).status).toBe(200)
      const operator = null
      await testApp.call('PATCH /admin/circle', administrator, { body: { operator } })
      const plan = { ...planFormOf(presets.rotativo), deadline_days: 0 }
      expect((await testApp.call('PATCH /admin/circle/plan', administrator, { body: plan })).status).toBe(400)
      expect(await testApp.services.db.$count(notices)).toBe(0)
    })

    test('a change that did not happen after all was never told', async () => {
      const { db, clock } = testApp.services
      const [circle] = await db.select().from(circles)
      const change = withCircle({ ...testApp.services, actor: null, actorId: null }, circle!.id, async (locked) => {
        await changeTerms(locked, 'text', { text: [{ key: 'new', text: 'Outro.' }] }, new Date(clock.now()))
        throw new Error('the process was killed')
      })
      await expect(change).rejects.toThrow('the process was killed')
      expect(await db.$count(notices)).toBe(0)
    })

    test('terms that come back as they were accepted ask for nothing, and say so', async () => {
      const { db, clock } = testApp.services
      const [circle] = await db.select().from(circles)
      const asJob = { ...testApp.services, actor: null, actorId: null }
      for (const text of [[{ key: 'new', text: 'Outro.' }], termsTextOf(circle!.plan)])
        await withCircle(asJob, circle!.id, (locked) => changeTerms(locked, 'text', { text }, new Date(clock.now())))
      expect(await texts(people[0]!.token)).toEqual([
        'Os termos do seu círculo mudaram: o texto é outro. São de novo os que você já tinha aceitado, e você não precisa fazer nada.',
        'Os termos do seu círculo mudaram: o texto é outro. Veja o que mudou; nada novo lhe é pedido enquanto você não aceitar.',
      ])
    })

    test('a new name is told, and leads to where the one of before stands beside it', async () => {
      await rename('Ciranda da Rua')
      expect((await inbox(people[0]!.token)).data).toMatchObject([{ kind: 'circle.renamed', to: '/home' }])
    })

    test('whoever is not in the circle is told nothing: left, suspended, of another circle, or administering', async () => {
      const [left, suspended, stays] = people as [Person, Person, Person]
      await testApp.call('POST /me/leave', left.token, { body: { password: PASSWORD } })
      const close = { params: { id: suspended.id }, body: { status: 'SUSPENDED' } }
      await testApp.call('PATCH /users/{id}', administrator, close)
      const body = { name: 'Outra', mode: 'demonstracao', plan: planFormOf(presets.rotativo), operator: null }
      const { id } = (await testApp.call('POST /admin/circles', administrator, { body })).body as Person
      await testApp.call('POST /admin/circles/{id}/open', administrator, { params: { id } })
      await testApp.registers(40)
      await changePlan(500)
      await rename('Ciranda da Rua')
      expect([await given('terms.changed'), await given('circle.renamed')]).toEqual([[stays.id], [stays.id]])
    })
  })

  test('read up to one of them, what came meanwhile stays unread', async () => {
    await pull()
    const { token } = byId((await open()).donorId)
    const { data, unread } = await inbox(token)
    expect(unread).toBe(data.length)
    const { donorId } = await open()
    await transaction(testApp.services.db, (tx) =>
      notify(testApp.services, tx, { userId: donorId, kind: 'access.reset', facts: {} }),
    )
    const answer = await testApp.call('POST /me/notices/read', token, { body: { upTo: data[0].id } })
    expect(answer.body).toEqual({ unread: 1 })
    expect((await inbox(token)).data.map(({ read }: { read: boolean }) => read)).toEqual([
      false,
      ...data.map(() => true),
    ])
  })

  test('nobody reads or marks another person’s', async () => {
    await pull()
    const [own, other] = people as [Person, Person]
    const { data } = await inbox(own.token)
    expect((await inbox(other.token)).data.map(({ id }: { id: string }) => id)).not.toContain(data[0].id)
    await testApp.call('POST /me/notices/read', other.token, { body: { upTo: data[0].id } })
    expect((await inbox(own.token)).unread).toBe(data.length)
    expect((await testApp.call('GET /me/notices', null)).status).toBe(401)
  })

  test('all that is due for a person is one e-mail, once, also with two jobs at the same moment', async () => {
    await pull()
    const donor = byId((await open()).donorId)
    await testApp.call('PATCH /users/{id}', administrator, { params: { id: donor.id }, body: { status: 'SUSPENDED' } })
    const write = () => writeNoticeLetters(testApp.services, () => 'x@exemplo.invalid')
    const counts = await Promise.all([write(), write()])
    expect(counts.reduce((a, b) => a + b)).toBe(people.length)
    expect(await write()).toBe(0)
  })

  test('a letter leads to the thing itself, and where it tells several, each to its own', async () => {
    const [first] = people as [Person]
    const own = (path: string) => `${testApp.services.publicUrl()}${path}`
    const facts = { count: 1, donationId: first.id, amountCents: 10_000, deadlineAt: testApp.clock.now() + 3 * DAY_MS }
    const tell = (kind: 'donation.to_pay' | 'account.suspended') =>
      transaction(testApp.services.db, (tx) =>
        notify(testApp.services, tx, {
          userId: first.id,
          kind,
          facts: kind === 'donation.to_pay' ? facts : {},
        } as never),
      )
    await tell('donation.to_pay')
    const pages = async () => (await inbox(first.token)).data.map(({ to }: { to: string }) => to)
    const [page] = await pages()
    expect(page).toMatch(/^\/donations/)
    expect((await sent(first)).join()).toContain(`\nVeja em ${own(page)}\n`)
    await tell('donation.to_pay')
    await tell('account.suspended')
    const [letter] = await sent(first)
    const [other] = await pages()
    expect(other).not.toBe(page)
    for (const to of [page, other]) expect(letter).toContain(`\n  ${own(to)}\n`)
    expect(letter).not.toContain('Veja em')
  })

  test('a letter that cannot be written holds up nobody else’s', async () => {
    await pull()
    const [first, second] = people as [Person, Person]
    const broken = { facts: {}, kind: 'turn.moved' } as const
    await testApp.services.db.update(notices).set(broken).where(eq(notices.userId, first.id))
    const counts = () => [lettersTo(first).length, lettersTo(second).length]
    const [own, others] = counts()
    await expect(runDueJobs(testApp.services)).rejects.toThrow('1 jobs failed')
    expect(counts()).toEqual([own, others! + 1])
  })

  test('after weeks in which nothing ran a reminder is no letter any more: its day is over', async () => {
    const [first] = people as [Person]
    const facts = { count: 1, donationId: first.id, amountCents: 10_000, deadlineAt: testApp.clock.now() + 3 * DAY_MS }
    await transaction(testApp.services.db, async (tx) => {
      await notify(testApp.services, tx, { userId: first.id, kind: 'donation.due', facts })
      await notify(testApp.services, tx, { userId: first.id, kind: 'donation.to_pay', facts })
    })
    testApp.clock.advance(21 * DAY_MS)
    const [letter, ...more] = await sent(first)
    expect(more).toEqual([])
    expect(letter).toContain('Você tem uma doação a fazer')
    expect(letter).not.toContain('vence em')
    expect(await testApp.services.db.$count(notices, eq(notices.letter, 'due'))).toBe(0)
  })

  test('e-mails switched off stay off, but for access and keys', async () => {
    const [first] = people as [Person]
    await testApp.call('PATCH /me/preferences', first.token, { body: { remindersOff: true } })
    await pull()
    expect(await sent(first)).toEqual([])
    await transaction(testApp.services.db, (tx) =>
      notify(testApp.services, tx, { userId: first.id, kind: 'access.reset', facts: {} }),
    )
    const [letter, ...more] = await sent(first)
    expect(more).toEqual([])
    expect(letter).toContain('A administração deu uma senha provisória à sua conta.')
    expect(letter).not.toContain('doação')
  })

  test('an erased person has none left; after two years nobody has', async () => {
    await pull()
    const [first, second] = people as [Person, Person]
    await testApp.call('POST /me/leave', first.token, { body: { password: PASSWORD } })
    expect((await testApp.call('DELETE /me', first.token, { body: { password: PASSWORD } })).status).toBeLessThan(300)
    const { db } = testApp.services
    expect(await db.$count(notices, eq(notices.userId, first.id))).toBe(0)
    expect(await db.$count(users, eq(users.id, first.id))).toBe(1)
    expect(await db.$count(notices, eq(notices.userId, second.id))).toBeGreaterThan(0)
    testApp.clock.advance(740 * DAY_MS)
    await runDueJobs(testApp.services)
    expect(await db.$count(notices, eq(notices.kind, 'donation.to_pay'))).toBe(0)
  })
})
