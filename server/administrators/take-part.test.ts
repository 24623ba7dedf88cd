import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { substituteText } from '#circle/ledger/substitutes.ts'
import { verifyLedger } from '#circle/ledger/verify.ts'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { circles } from '#server/tables/circles.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { registrationOf } from '#server/seed/people.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { invitationSecret } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000
const reason = 'Combinado entre todos'
const OWN = { firstName: 'Cida', lastName: 'Ramos', cpf: '52998224725' }

/** Cida organises a real roda of four people beside her and takes part in it, with one account and nobody to decide with her. */
describe('an organiser who takes part', () => {
  let testApp: TestApp
  let circleId: string
  let cida: Person
  let people: Person[]

  const begins = beginsWith(
    async (begun) => {
      testApp = begun
      const token = await testApp.administrator()
      const { id } = (await testApp.call('GET /users/profile', token)).body
      cida = { id, token }
      await testApp.call('PATCH /users/{id}', token, { params: { id }, body: OWN })
      const made = await found()
      for (const name of ['open', 'select'] as const)
        await testApp.call(`POST /admin/circles/{id}/${name}`, token, { params: { id: made.body.id } })
      const approved: Person[] = []
      for (let n = 1; n <= 4; n += 1) {
        const person = await testApp.registers(n)
        await asCida('PATCH /users/{id}/approve', { params: { id: person.id } })
        approved.push(person)
      }
      return { circleId: made.body.id as string, cida, people: approved }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    ;({ testApp, circleId, cida, people } = await begins())
    people = [...people]
  })

  const plan = planFormOf(presets.roda)
  plan.levels[0].required = 4
  const found = (more: object = { takes_part: true }) => {
    const body = {
      name: 'Roda da Vila',
      mode: 'real',
      plan,
      operator: OPERATOR,
      outcome_seen: true,
      people: 5,
      ...more,
    }
    return testApp.call('POST /admin/circles', cida.token, { body })
  }
  const asCida: (
    name: Parameters<TestApp['call']>[0],
    sent?: Parameters<TestApp['call']>[2],
  ) => ReturnType<TestApp['call']> = (name, sent) => testApp.call(name, cida.token, sent)
  const again = async () => {
    const { body } = await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })
    cida = { id: cida.id, token: body.access_token }
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    for (const [index, { id }] of people.entries()) {
      const all = (await asCida('GET /users')).body as { id: string; email: string }[]
      const { email } = all.find((one) => one.id === id)!
      const signedIn = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      people[index] = { id, token: signedIn.body.access_token }
    }
  }
  /** The order is drawn and the first contributions are asked for. */
  const begin = async () => {
    expect((await asCida('POST /draws', { body: { join_hours: 1, open_hours: 1 } })).status).toBe(201)
    testApp.clock.advance(3 * HOUR_MS)
    await runDueJobs(testApp.services)
    await again()
    expect((await asCida('POST /donations/admin/generate-monthly-pull', { body: {} })).status).toBe(201)
  }
  /** Bia administers with her, and has done so for long enough to decide with her; answers how she signs in. */
  const secondAdministrator = async () => {
    const BIA = { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' }
    expect((await asCida('POST /admin/administrators', { body: BIA })).status).toBe(202)
    testApp.clock.advance(73 * HOUR_MS)
    await runDueJobs(testApp.services)
    const secret = invitationSecret(testApp.services.config.dataDir)
    const password = 'senha-bem-boa-da-bia'
    const body = { secret, cpf: '11144477735', password }
    expect((await testApp.call('POST /invitations/accept', null, { body })).status).toBe(201)
    testApp.clock.advance(73 * HOUR_MS)
    await again()
    return async () => {
      const signedIn = await testApp.call('POST /auth/login', null, { body: { email: BIA.email, password } })
      await testApp.call('POST /admin/circles/{id}/select', signedIn.body.access_token, { params: { id: circleId } })
      return signedIn.body.access_token as string
    }
  }
  const rows = () =>
    testApp.services.db.select().from(donations).where(eq(donations.circleId, circleId)).orderBy(donations.id)
  const placeOf = async (memberId: string) => {
    const own = and(eq(entries.circleId, circleId), eq(entries.memberId, memberId))
    return (await testApp.services.db.select().from(entries).where(own))[0]!
  }
  const verdict = async () => {
    const all = await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, circleId)).orderBy(ledger.seq)
    const told = all.map(({ at, actorId, previousHash, circleId: _, ...entry }) => {
      return { ...entry, at: at.toISOString(), actor_id: actorId, previous_hash: previousHash }
    })
    const { seq, hash, at } = told.at(-1)!
    const head = { circle_id: circleId, seq, hash, at, key: '', signature: '', isSigned: true }
    return verifyLedger({ circleId, entries: told, head }, { sha256 }).faults
  }
  const verdictOf = async () => (await testApp.call('GET /ledger', cida.token)).body.head.seq as number
  const OWN_MATTER = { status: 403, body: { code: 'approval.own_matter' } }

  test('founds it with one account: a member who accepted, named in the terms and in the ledger', async () => {
    const [circle] = await testApp.services.db.select().from(circles).where(eq(circles.id, circleId))
    expect(circle!.administrators).toEqual([{ id: cida.id, name: 'Cida Ramos', takesPart: true }])
    expect((await testApp.call('GET /circle', people[0]!.token)).body.administrators).toEqual(circle!.administrators)
    // Of the same people's other rodas everybody is told how many, and how much this one asks for beside the one before.
    const [level] = plan.levels
    const bigger = { ...plan, levels: [{ ...level, donation: level.donation * 5 }] }
    testApp.clock.advance(60_000)
    const made = await found({ takes_part: false, plan: bigger })
    await asCida('POST /admin/circles/{id}/select', { params: { id: made.body.id } })
    expect((await asCida('GET /circle')).body).toMatchObject({ organised: 2, times_former: 5 })
    expect((await testApp.call('GET /circle', people[0]!.token)).body).toMatchObject({
      organised: 2,
      times_former: null,
    })
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    expect((await asCida('GET /me/terms')).body).toMatchObject({ is_accepted: true })
    expect((await asCida('GET /users/profile')).body).toMatchObject({ role: 'ADMIN', takesPartIn: circleId })
    expect((await testApp.call('GET /circle/changes', people[0]!.token)).body.data).toContainEqual(
      expect.objectContaining({ kind: 'administrator.participates' }),
    )
    // She is paid on a key that she gives as every member does, and the ledger commits to it.
    const { pixKeyType, pixKey } = registrationOf({ firstName: 'Cida', lastName: 'Ramos', number: 9 })
    const given = await asCida('POST /me/pix-key', { body: { pixKeyType, pixKey, pixOwnerName: 'Cida Ramos' } })
    expect(given.status).toBeLessThan(300)
    const all = await testApp.services.db.select().from(ledger).where(eq(ledger.circleId, circleId))
    const committed = all
      .filter(({ kind }) => kind === 'payment_key.committed')
      .map(({ payload }) => payload['memberId'])
    expect(committed).toContain(cida.id)
    expect(await verdict()).toEqual([])
  })
  test('is refused in a demonstration, without a name or CPF, twice, and once the roda has begun', async () => {
    const code = async (answer: ReturnType<TestApp['call']>) => (await answer).body.code
    expect(await code(found({ mode: 'demonstracao', operator: null, takes_part: true }))).toBe(
      'participation.demonstration',
    )
    // One account takes part in one roda, and this one goes on.
    expect(await code(found())).toBe('participation.elsewhere')
    const other = (await found({ takes_part: false })).body.id
    await asCida('POST /admin/circles/{id}/select', { params: { id: other } })
    expect(await code(asCida('POST /admin/circle/take-part'))).toBe('participation.elsewhere')
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    // It was done already, so it is not done again.
    const before = await verdictOf()
    expect((await asCida('POST /admin/circle/take-part')).status).toBe(200)
    expect(await verdictOf()).toEqual(before)
    await begin()
    await testApp.services.db.update(users).set({ alsoTakesPart: false }).where(eq(users.id, cida.id))
    expect((await asCida('POST /admin/circle/take-part')).body.message).toBe(
      'A roda já começou. Quem organiza entra antes da primeira contribuição, ou numa roda nova.',
    )
  })

  test('joins later by an act of its own: everybody is asked to accept the terms anew, and not once it has begun', async () => {
    await asCida('POST /me/leave', { body: { password: ADMINISTRATOR.password } })
    await testApp.services.db.update(users).set({ alsoTakesPart: false }).where(eq(users.id, cida.id))
    const { id } = (await found({ takes_part: false })).body
    for (const name of ['open', 'select'] as const) await asCida(`POST /admin/circles/{id}/${name}`, { params: { id } })
    const member = await testApp.registers(7)
    expect((await testApp.call('GET /me/terms', member.token)).body.is_accepted).toBe(true)
    expect((await asCida('GET /me/terms')).status).toBe(403)
    expect((await asCida('POST /admin/circle/take-part')).status).toBe(200)
    circleId = id
    expect((await testApp.call('GET /me/terms', member.token)).body.is_accepted).toBe(false)
    expect((await asCida('GET /me/terms')).body.is_accepted).toBe(true)
    expect((await asCida('GET /circle')).body.administrators).toEqual([
      { id: cida.id, name: 'Cida Ramos', takesPart: true },
    ])
    expect(await verdict()).toEqual([])
  })

  test('takes part in no other roda while a donation of the one that ended is open: nobody else could confirm it', async () => {
    await begin()
    const { db } = testApp.services
    // As an end leaves it in which some lose: somebody who left still owes it to her.
    await db
      .update(circles)
      .set({ closedAt: new Date(testApp.clock.now()) })
      .where(eq(circles.id, circleId))
    const refused = await found()
    expect([refused.status, refused.body.code]).toEqual([409, 'participation.unfinished'])
    // To give it up is to leave that roda, and to be free.
    expect((await asCida('POST /me/leave', { body: { password: ADMINISTRATOR.password } })).status).toBe(200)
    expect((await found()).status).toBe(201)
  })

  test('by hand makes no first order: it is drawn', async () => {
    for (const { id } of [cida, people[0]!]) {
      const body = { position: 1, donation_number: 1, user_id: id, reason }
      expect(await asCida('POST /queue', { body })).toMatchObject({ status: 409, body: { code: 'queue.order_drawn' } })
    }
    await begin()
    expect((await placeOf(cida.id)).position).toBeGreaterThan(0)
    expect(await verdict()).toEqual([])
  })

  test('takes part as everybody: she gives, receives and confirms what is hers, and nobody’s else', async () => {
    await begin()
    const all = await rows()
    const own = all.find(({ donorId }) => donorId === cida.id) ?? all.find(({ receiverId }) => receiverId === cida.id)!
    const tokenOf = (id: string | null) => [cida, ...people].find((one) => one.id === id)!.token
    for (const { id, donorId, receiverId } of all) {
      expect((await testApp.pays(id, tokenOf(donorId))).status).toBe(201)
      if (receiverId !== cida.id) {
        const { status } = await testApp.call('PATCH /donations/{id}/confirm', cida.token, { params: { id } })
        expect(status).toBe(403)
      }
      const confirmed = await testApp.call('PATCH /donations/{id}/confirm', tokenOf(receiverId), { params: { id } })
      expect(confirmed.status).toBe(200)
    }
    expect((await rows()).find(({ id }) => id === own.id)!.status).toBe('CONFIRMED')
    expect(await verdict()).toEqual([])
  })

  test('decides nothing of her own: money, place, turn, key, case and deadline, or of who has an open donation with her', async () => {
    await begin()
    const all = await rows()
    const own = all.find(({ donorId, receiverId }) => donorId === cida.id || receiverId === cida.id)!
    const other = own.donorId === cida.id ? own.receiverId! : own.donorId
    const places = [await placeOf(cida.id), await placeOf(other)] as const
    // She pays a month later, or lets the one who owes her.
    expect(await asCida('POST /admin/donations/{id}/pause', { params: { id: own.id } })).toMatchObject(OWN_MATTER)
    const donor = [cida, ...people].find(({ id }) => id === own.donorId)!
    expect((await testApp.pays(own.id, donor.token)).status).toBe(201)
    const params = { id: other }
    // She pauses herself, takes away the one she owes, or who owes her, and moves herself.
    expect(await asCida('POST /users/{id}/suspend', { params: { id: cida.id }, body: { reason } })).toMatchObject(
      OWN_MATTER,
    )
    expect(await asCida('POST /users/{id}/remove', { params, body: { reason } })).toMatchObject(OWN_MATTER)
    expect(await asCida('PATCH /users/{id}', { params, body: { status: 'SUSPENDED' } })).toMatchObject(OWN_MATTER)
    const end = { body: { user_id: cida.id, donation_number: 1, reason } }
    const moves = [
      asCida('POST /queue/godown/move-user-to-end', end),
      asCida('PATCH /queue/swap-positions', {
        body: { firstUserId: cida.id, secondUserId: other, donation_number: 1, reason },
      }),
      asCida('DELETE /queue/{id}', { params: { id: places[1].id }, body: { reason } }),
    ]
    for (const answer of await Promise.all(moves)) expect(answer).toMatchObject(OWN_MATTER)
    // Her case, and her deadline by way of one.
    expect(
      await asCida('POST /admin/donations/{id}/open-case', { params: { id: own.id }, body: { reason } }),
    ).toMatchObject(OWN_MATTER)
    const told = people.find(({ id }) => id === other)!
    const report = await testApp.call('POST /donations/{id}/report', told.token, {
      params: { id: own.id },
      body: { reason: 'Não chegou a tempo' },
    })
    expect(report.status).toBe(201)
    for (const donation_outcome of ['keep', 'confirm', 'cancel'])
      expect(
        await asCida('POST /admin/donations/reports/{id}/resolve', {
          params: { id: report.body.id },
          body: {
            resolution: 'RESOLVED',
            resolution_message: 'Está resolvido assim.',
            admin_notes: 'Nada.',
            donation_outcome,
          },
        }),
      ).toMatchObject(OWN_MATTER)
    expect(
      await asCida('PATCH /admin/donations/reports/{id}/status', {
        params: { id: report.body.id },
        body: { status: 'DISMISSED' },
      }),
    ).toMatchObject(OWN_MATTER)
    // The key on which the other is paid, and what opens their account.
    const { pixKeyType, pixKey, pixCopyPaste } = registrationOf({ firstName: 'Outra', lastName: 'Pessoa', number: 9 })
    const key = { pixKeyType, pixKey, pixCopyPaste, pixQrCode: null }
    expect(await asCida('PATCH /users/{id}', { params, body: key })).toMatchObject(OWN_MATTER)
    expect(await asCida('PATCH /users/{id}', { params, body: { password: 'uma-senha-dada-por-cida' } })).toMatchObject(
      OWN_MATTER,
    )
    expect(await asCida('PATCH /users/{id}', { params, body: { email: 'dela@exemplo.org' } })).toMatchObject(OWN_MATTER)
    expect(await verdict()).toEqual([])
  })

  test('what she would decide of her own is proposed to another administrator, who decides, and time does not', async () => {
    const bia = await secondAdministrator()
    await begin()
    const [own] = (await rows()).filter(({ donorId, receiverId }) => [donorId, receiverId].includes(cida.id))
    const other = own!.donorId === cida.id ? own!.receiverId! : own!.donorId
    const asked = await asCida('POST /users/{id}/suspend', { params: { id: other }, body: { reason } })
    expect(asked).toMatchObject({ status: 202, body: { approval: { due_at: null } } })
    testApp.clock.advance(100 * HOUR_MS)
    await runDueJobs(testApp.services)
    await again()
    const params = { id: asked.body.approval.id as string }
    expect((await asCida('POST /admin/approvals/{id}/approve', { params })).body.code).toBe('approval.own')
    const token = await bia()
    expect((await testApp.call('POST /admin/approvals/{id}/approve', token, { params })).status).toBe(200)
    // A proposal of another's about her is not hers to decide either.
    expect(await verdict()).toEqual([])
    const about = await testApp.call('POST /users/{id}/suspend', token, { params: { id: cida.id }, body: { reason } })
    const hers = { params: { id: about.body.approval.id as string } }
    expect(await asCida('POST /admin/approvals/{id}/approve', hers)).toMatchObject(OWN_MATTER)
    expect(await asCida('POST /admin/approvals/{id}/reject', hers)).toMatchObject(OWN_MATTER)
  })

  test('a server that lets her decide all the same writes a ledger that every verifier refuses', async () => {
    await begin()
    const [own] = (await rows()).filter(({ donorId, receiverId }) => [donorId, receiverId].includes(cida.id))
    const actor = { id: cida.id, via: 'password' } as never
    // A server that does not ask writes the very entry, by her.
    const patched = { ...testApp.services, actor, actorId: cida.id, isTried: true } as const
    await withCircle(patched, circleId, (circle) =>
      circle.perform({ kind: 'open_case', reportId: randomUUID(), donationId: own!.id, bounded: true }),
    )
    expect((await verdict()).map(({ code }) => code)).toEqual(['approval.own_matter'])
  })

  test('a member of hers takes the second hat with the same account: told, named in the terms, and accepted anew by all', async () => {
    await begin()
    const [ana, other] = people as [Person, Person, ...Person[]]
    const { email, cpf } = (await testApp.call('GET /users/profile', ana.token)).body
    const place = await placeOf(ana.id)
    const AUDITOR = { firstName: 'Ana', lastName: 'Lima', email, role: 'AUDITOR' }
    expect((await asCida('POST /admin/administrators', { body: AUDITOR })).body.message).toBe(
      'Esta pessoa participa de um círculo, e quem participa não é só auditor. Convide-a para administrar.',
    )
    expect((await asCida('POST /admin/administrators', { body: { ...AUDITOR, role: 'ADMIN' } })).status).toBe(202)
    testApp.clock.advance(73 * HOUR_MS)
    await runDueJobs(testApp.services)
    const secret = invitationSecret(testApp.services.config.dataDir)
    const shown = await testApp.call('POST /invitations/show', null, { body: { secret } })
    expect(shown.body).toMatchObject({ takes_part: true, role: 'ADMIN' })
    const accept = (body: object) => testApp.call('POST /invitations/accept', null, { body: { secret, cpf, ...body } })
    // Somebody else who reads her letters does not have her password, and does not get her account.
    expect((await accept({ password: 'senha-de-quem-leu' })).body.code).toBe('administrator.not_own')
    expect((await accept({ password: PASSWORD, cpf: '11144477735' })).body.code).toBe('administrator.not_own')
    expect((await accept({ password: PASSWORD })).status).toBe(201)
    expect((await accept({ password: PASSWORD })).body.code).toBe('administrator.invitation_over')
    await again()
    const asAna = (name: Parameters<TestApp['call']>[0], sent?: object) => testApp.call(name, people[0]!.token, sent)
    expect((await asAna('GET /users/profile')).body).toMatchObject({ role: 'ADMIN', takesPartIn: circleId })
    expect(await placeOf(ana.id)).toEqual(place)
    expect((await asCida('GET /circle')).body.administrators).toContainEqual(
      expect.objectContaining({ id: ana.id, takesPart: true }),
    )
    expect((await testApp.call('GET /me/terms', people[1]!.token)).body.is_accepted).toBe(false)
    // Added by one person alone, she is no second person before 72 hours; then she decides, and not in her own matter.
    const suspend = { params: { id: ana.id }, body: { reason } }
    const own = await asAna('POST /users/{id}/suspend', suspend)
    await asAna('GET /users')
    expect(own).toMatchObject({ status: 202, body: { approval: { due_at: null } } })
    testApp.clock.advance(73 * HOUR_MS)
    await again()
    const asked = await asCida('POST /users/{id}/suspend', { params: { id: other.id }, body: { reason } })
    expect(asked.status).toBe(202)
    expect(await verdict()).toEqual([])
    // Removed from the administration she keeps her place, and can be invited again.
    expect((await asCida('DELETE /admin/administrators/{id}', { params: { id: ana.id } })).status).toBe(200)
    await again()
    expect((await asAna('GET /users/profile')).body).toMatchObject({ role: 'USER' })
    expect(await placeOf(ana.id)).toEqual(place)
    // Her looks of then were for the administration.
    const log = (await testApp.call('GET /me/access-log', people[1]!.token)).body.data as Record<string, string>[]
    expect(log.find(({ name, kind }) => name?.startsWith('PessoaB') && kind === 'users.listed')?.['by']).toBe(
      'administration',
    )
    expect((await asCida('POST /admin/administrators', { body: { ...AUDITOR, role: 'ADMIN' } })).status).toBe(202)
    expect(await verdict()).toEqual([])
  })

  /** A member is invited to administer, by her alone; answers how they accept with a password. */
  const invited = async ({ token }: Person) => {
    const { email, cpf } = (await testApp.call('GET /users/profile', token)).body
    const body = { firstName: 'Ana', lastName: 'Lima', email, role: 'ADMIN' }
    expect((await asCida('POST /admin/administrators', { body })).status).toBe(202)
    testApp.clock.advance(73 * HOUR_MS)
    await runDueJobs(testApp.services)
    const secret = invitationSecret(testApp.services.config.dataDir)
    await again()
    return (password: string) => testApp.call('POST /invitations/accept', null, { body: { secret, cpf, password } })
  }

  test('a member takes no second hat while their phone is lost, and with a password of somebody else’s only to choose another', async () => {
    const [ana] = people as [Person, ...Person[]]
    const accept = await invited(ana)
    const lost = (phoneLostAt: Date | null) =>
      testApp.services.db.update(users).set({ phoneLostAt }).where(eq(users.id, ana.id))
    await lost(new Date(testApp.clock.now()))
    expect((await accept(PASSWORD)).body.code).toBe('session.phone_lost')
    await lost(null)
    const password = 'senha-que-cida-conhece'
    expect((await asCida('PATCH /users/{id}', { params: { id: ana.id }, body: { password } })).status).toBe(200)
    const accepted = await accept(password)
    expect(accepted).toMatchObject({ status: 201, body: { user: { passwordTemporary: true } } })
    expect(
      await testApp.call('POST /admin/circles/{id}/select', accepted.body.access_token, { params: { id: circleId } }),
    ).toMatchObject({ status: 403, body: { code: 'session.temporary_password' } })
  })

  test('a member whose place was suspended while she administered stays suspended afterwards, and can be let in again', async () => {
    const [ana] = people as [Person, ...Person[]]
    expect((await (await invited(ana))(PASSWORD)).status).toBe(201)
    const params = { id: ana.id }
    for (const what of ['suspend', 'remove'] as const) {
      expect((await asCida(`POST /users/{id}/${what}`, { params, body: { reason } })).status).toBe(200)
      expect((await asCida('DELETE /admin/administrators/{id}', { params })).status).toBe(200)
      await again()
      const { status } = (await testApp.call('GET /users/profile', people[0]!.token)).body
      expect(status).toBe(what === 'suspend' ? 'SUSPENDED' : 'INACTIVE')
      expect((await asCida('POST /users/{id}/reinstate', { params, body: { reason } })).status).toBe(200)
      await again()
      expect((await testApp.call('GET /users/profile', people[0]!.token)).body.status).toBe('APPROVED')
      if (what === 'suspend') expect((await (await invited(people[0]!))(PASSWORD)).status).toBe(201)
    }
    expect(await verdict()).toEqual([])
  })

  test('decides that a newcomer takes a place over only where she has nothing open with who leaves it', async () => {
    await begin()
    const gil = await testApp.registers(9)
    await asCida('PATCH /users/{id}/approve', { params: { id: gil.id } })
    const open = await rows()
    const isWithCida = ({ id }: Person) =>
      open.some(({ donorId, receiverId }) => [donorId, receiverId].every((one) => one === id || one === cida.id))
    const signsOfGil = await deviceOf(testApp, gil)
    const agree = async (leaver: Person) => {
      const between = { substituteId: randomUUID(), memberId: leaver.id, newcomerId: gil.id }
      const image = sha256(substituteText({ ...between, givenCents: 0, receivedCents: 0 }))
      const { substituteId: id } = between
      const asks = await deviceOf(testApp, leaver)
      const asked = await testApp.call('POST /me/substitutes', leaver.token, {
        body: { id, member_id: gil.id, given: 0, received: 0, hash: image },
        headers: await asks({ act: 'ask_substitute', donationId: gil.id, image }),
      })
      const accepted = await testApp.call('POST /me/substitutes/{id}/accept', gil.token, {
        params: { id },
        body: { hash: image },
        headers: await signsOfGil({ act: 'accept_substitute', donationId: id, image }),
      })
      expect([asked.status, accepted.status]).toEqual([201, 200])
      return { params: { id } }
    }
    const refused = await agree(people.find(isWithCida)!)
    expect(await asCida('POST /admin/substitutes/{id}/approve', refused)).toMatchObject({
      status: 403,
      body: { code: 'approval.own_matter' },
    })
    await testApp.call('DELETE /me/substitutes/{id}', gil.token, refused)
    // In a month in which she receives, everybody has something open with her; to let go whoever receives takes two people.
    const other = people.find((one) => !isWithCida(one) && !open.some(({ receiverId }) => receiverId === one.id))
    if (other) expect((await asCida('POST /admin/substitutes/{id}/approve', await agree(other))).status).toBe(200)
    expect(await verdict()).toEqual([])
  })

  test('helps fewer than half of the roda, and nobody in a matter of theirs; what is invented the verifier finds', async () => {
    const bia = await secondAdministrator()
    const [lurdes, gil, eva] = people as [Person, Person, Person, Person]
    const paperBase64 = await receiptPicture('o papel assinado')
    const names = async (member: Person, as: string) =>
      testApp.call('POST /users/{id}/helper', as, {
        params: { id: member.id },
        body: { helper_id: cida.id, paperBase64 },
      })
    expect((await names(lurdes, cida.token)).body.code).toBe('helper.by_oneself')
    expect((await names(lurdes, await bia())).status).toBe(201)
    // Of four people two are half.
    expect((await testApp.call('POST /me/leave', eva.token, { body: { password: PASSWORD } })).status).toBe(200)
    const refused = await names(gil, await bia())
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'helper.half',
      expect.stringContaining('metade da roda'),
    ])
    // A matter of the helped is her own: she proposes it, and time does not decide it.
    const asked = await asCida('POST /users/{id}/suspend', { params: { id: lurdes.id }, body: { reason } })
    expect(asked).toMatchObject({ status: 202, body: { approval: { due_at: null } } })
    expect(await verdict()).toEqual([])
    const { id: actorId } = (await testApp.call('GET /users/profile', await bia())).body
    const author = { actor: { id: actorId, via: 'password' } as never, actorId }
    await withCircle({ ...testApp.services, ...author }, circleId, ({ note }) =>
      note({ kind: 'helper.named', memberId: gil.id, helperId: cida.id, paper: 'a'.repeat(64) }),
    )
    expect((await verdict()).map(({ code }) => code)).toEqual(['helper.too_many'])
  })

  test('who leaves her place goes on organising, and does not let herself in again', async () => {
    expect((await asCida('POST /me/leave', { body: { password: ADMINISTRATOR.password } })).status).toBe(200)
    expect((await asCida('GET /admin/circle')).status).toBe(200)
    const params = { id: cida.id }
    expect(await asCida('POST /users/{id}/reinstate', { params, body: { reason } })).toMatchObject(OWN_MATTER)
    const place = { user_id: cida.id, donation_number: 1, position: 1, reason }
    const refused = [
      await asCida('POST /queue', { body: place }),
      await asCida('POST /me/shares', { body: { shares: 1 } }),
      await asCida('PATCH /users/{id}', { params, body: { status: 'APPROVED' } }),
    ]
    expect(refused.map(({ status }) => status >= 400)).toEqual(refused.map(() => true))
    const own = (await asCida('GET /admin/standing')).body.find(({ id }: { id: string }) => id === cida.id)
    expect(own).toMatchObject({ left: true })
    expect(await verdict()).toEqual([])
  })

  test('lets in again who left her roda, proposes a place for them, and is told to wait where something is open, also with herself', async () => {
    await begin()
    const open = await rows()
    const goes = async (who: Person) =>
      expect((await testApp.call('POST /me/leave', who.token, { body: { password: PASSWORD } })).status).toBe(200)
    const back = ({ id }: Person) => asCida('POST /users/{id}/reinstate', { params: { id }, body: { reason } })
    const receiverId = open.find(({ donorId }) => donorId !== cida.id)!.receiverId!
    const [gone, sent] = people.filter(({ id }) => id !== receiverId) as [Person, Person]
    await goes(gone)
    expect(await back(gone)).toMatchObject({ status: 200 })
    const body = { user_id: gone.id, donation_number: 1, position: 20, reason }
    // In the middle of a rotation she gives nobody a place alone and at once.
    expect(await asCida('POST /queue', { body })).toMatchObject({ status: 202, body: { approval: {} } })
    // Money is on its way from who leaves: nobody lets them in yet, and she is not sent to somebody who could.
    const own = open.find(({ donorId }) => donorId === sent.id)!
    expect((await testApp.pays(own.id, sent.token)).status).toBe(201)
    await goes(sent)
    expect(await back(sent)).toMatchObject({ status: 409, body: { code: 'member.left_open' } })
    const receiver = [cida, ...people].find(({ id }) => id === receiverId)!
    const confirmed = await testApp.call('PATCH /donations/{id}/confirm', receiver.token, { params: { id: own.id } })
    expect(confirmed.status).toBe(200)
    expect(await back(sent)).toMatchObject({ status: 200 })
    expect(await verdict()).toEqual([])
  })
})
