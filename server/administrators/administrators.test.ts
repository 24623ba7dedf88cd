import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contracts/contract.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { audit } from '#server/tables/audit.ts'
import { administratorInvitations } from '#server/tables/administrator-invitations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { readOutbox } from '#server/testing/outbox.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const SOMEONE = '01234567-89ab-7def-8123-456789abcdef'
const DAY_MS = 86_400_000
const BIA = { firstName: 'Bia', lastName: 'Nogueira', email: 'bia@exemplo.org', role: 'ADMIN' }
const LIA = { firstName: 'Lia', lastName: 'Moura', email: 'lia@exemplo.org', role: 'AUDITOR' }
const CPF = { bia: '52998224725', lia: '11144477735' }

describe('administrators', () => {
  let testApp: TestApp
  let admin: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }))
    admin = await testApp.administrator()
  })

  const invite = (body: object, as = admin) => testApp.call('POST /admin/administrators', as, { body })
  const letters = async (wanted: RegExp) => {
    await runDueJobs(testApp.services)
    return readOutbox(testApp.services.config.dataDir).filter((text) => wanted.test(text))
  }
  /** The secret of the last letter to an address. */
  const secretFor = async (email: string) =>
    (await letters(new RegExp(`Para: ${email}[^]*convite#`))).at(-1)!.match(/convite#([\w-]{43})/)![1]!
  const accept = async (secret: string, cpf: string, password = 'outra-senha-bem-boa') =>
    testApp.call('POST /invitations/accept', null, { body: { secret, cpf, password } })
  const joins = async (body: typeof BIA, cpf: string) => {
    expect((await invite(body)).status).toBe(201)
    const accepted = await accept(await secretFor(body.email), cpf)
    expect(accepted.status).toBe(201)
    return { token: accepted.body.access_token as string, id: accepted.body.user.id as string }
  }
  const list = async (as = admin) => (await testApp.call('GET /admin/administrators', as)).body

  test('are invited by a letter whose link works once, and choose a password that the inviter never knows', async () => {
    const invited = await invite(BIA)
    expect(invited.body.invitations).toEqual([
      expect.objectContaining({ name: 'Bia Nogueira', email: BIA.email, role: 'ADMIN' }),
    ])
    expect(JSON.stringify(invited.body)).not.toMatch(/[\w-]{43}/)
    const secret = await secretFor(BIA.email)
    expect((await testApp.call('POST /invitations/show', null, { body: { secret } })).body).toMatchObject({
      name: 'Bia Nogueira',
      role: 'ADMIN',
      invited_by: 'Administração da Ciranda',
    })
    const both = await Promise.all([accept(secret, CPF.bia), accept(secret, CPF.bia)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { body } = both.find(({ status }) => status === 201)!
    expect(body.user).toMatchObject({ role: 'ADMIN', firstName: 'Bia', adminApproved: true })
    expect(body.user).not.toHaveProperty('auditor')
    expect((await testApp.call('GET /users', body.access_token)).status).toBe(200)
    expect((await accept(secret, CPF.bia)).body.code).toBe('administrator.invitation_over')
    expect((await list()).administrators.map(({ name }: { name: string }) => name)).toEqual([
      'Administração da Ciranda',
      'Bia Nogueira',
    ])
    const [entry] = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'administrator.added'))
    expect(entry).toMatchObject({ actorId: body.user.id, payload: { userId: body.user.id, role: 'ADMIN' } })
    expect(await letters(/Para: admin@ciranda\.local[^]*Mais uma pessoa passou a administrar/)).toHaveLength(1)
    expect((await invite(BIA)).body.code).toBe('administrator.already')
  })

  test('an invitation ends when it is revoked, replaced, too old, or its inviter is removed', async () => {
    await invite(BIA)
    const first = await secretFor(BIA.email)
    testApp.clock.advance(1_000)
    await invite(BIA)
    expect((await accept(first, CPF.bia)).body.code).toBe('administrator.invitation_over')
    const second = await secretFor(BIA.email)
    const [open] = (await list()).invitations
    const revoke = () =>
      testApp.call('DELETE /admin/administrators/invitations/{id}', admin, { params: { id: open.id } })
    expect((await revoke()).body.invitations).toEqual([])
    expect((await revoke()).status).toBe(404)
    expect((await accept(second, CPF.bia)).body.code).toBe('administrator.invitation_over')
    const bia = await joins(BIA, CPF.bia)
    await invite(LIA, bia.token)
    const fromBia = await secretFor(LIA.email)
    await testApp.call('DELETE /admin/administrators/{id}', admin, { params: { id: bia.id } })
    expect((await accept(fromBia, CPF.lia)).body.code).toBe('administrator.invitation_over')
    await invite(LIA)
    testApp.clock.advance(7 * DAY_MS)
    const old = await secretFor(LIA.email)
    expect((await testApp.call('POST /invitations/show', null, { body: { secret: old } })).status).toBe(409)
    expect((await accept(old, CPF.lia)).status).toBe(409)
    // Nothing of those who never came is kept.
    await runDueJobs(testApp.services)
    const rows = await testApp.services.db.select().from(administratorInvitations)
    expect(rows.map(({ sealed }) => sealed)).toEqual(rows.map(() => null))
  })

  test('a demonstration’s member is refused by e-mail or CPF with a clear sentence, and an administrator’s at registration', async () => {
    const [member] = await testApp.placed(1)
    const { email, cpf } = (await testApp.call('GET /users/profile', member!.token)).body
    const refused = await invite({ ...BIA, email })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Este e-mail ou CPF já é de uma conta que não pode aceitar este convite: de uma demonstração, de um círculo que acabou, sem aprovação, suspensa, ou com outro e-mail.',
    ])
    await invite(BIA)
    const secret = await secretFor(BIA.email)
    expect((await accept(secret, cpf)).body.code).toBe('administrator.is_member')
    expect((await accept(secret, CPF.bia)).status).toBe(201)
    // The other way round: nobody who administers registers as a member, by e-mail or by CPF.
    const typed = registrationOf({ firstName: 'Nova', lastName: 'Pessoa', number: 77 })
    const registers = async (own: { email?: string; cpf?: string }) => {
      const pixQrCode = await codePicture(typed.pixCopyPaste)
      const body = { ...typed, pixQrCode, password: 'uma-senha-bem-boa', ...own }
      return (await testApp.call('POST /auth/register', null, { body })).body.code
    }
    expect(await registers({ email: BIA.email })).toBe('user.already_registered')
    expect(await registers({ cpf: CPF.bia })).toBe('user.already_registered')
    // The first administrator has no CPF until they say it, and is held by their e-mail alone, which the list says.
    const first = (await list()).administrators.find(({ is_self }: { is_self: boolean }) => is_self)
    expect(first.has_cpf).toBe(false)
    expect(await registers({ email: 'admin@ciranda.local' })).toBe('user.already_registered')
    const says = (own: string) =>
      testApp.call('PATCH /users/{id}', admin, { params: { id: first.id }, body: { cpf: own } })
    expect((await says(cpf)).body.code).toBe('user.cpf_taken')
    expect((await says(CPF.lia)).status).toBe(200)
    expect((await list()).administrators.map(({ has_cpf }: { has_cpf: boolean }) => has_cpf)).toEqual([true, true])
    expect(await registers({ cpf: CPF.lia })).toBe('user.already_registered')
    expect(await registers({})).toBeUndefined()
    await expect(
      testApp.services.db.update(users).set({ isAuditor: true }).where(eq(users.id, member!.id)),
    ).rejects.toThrow()
    const taken = await testApp.services.db.select().from(users).where(eq(users.role, 'ADMIN'))
    expect(taken.every(({ cpfIndex }) => cpfIndex !== null)).toBe(true)
  })

  test('are removed at once with their sessions, never the last one, nor both when each removes the other', async () => {
    const remove = (id: string, as: string) => testApp.call('DELETE /admin/administrators/{id}', as, { params: { id } })
    const own = (await testApp.call('GET /users/profile', admin)).body.id as string
    expect((await remove(own, admin)).body.code).toBe('administrator.last')
    const lia = await joins(LIA, CPF.lia)
    expect((await remove(own, admin)).body.code).toBe('administrator.last')
    const bia = await joins(BIA, CPF.bia)
    const both = await Promise.all([remove(own, bia.token), remove(bia.id, admin)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const still = both[0]!.status === 200 ? bia.token : admin
    expect((await testApp.call('GET /users', still)).status).toBe(200)
    expect((await testApp.call('GET /users', still === admin ? bia.token : admin)).status).toBe(401)
    const removed = await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'administrator.removed'))
    expect(removed).toHaveLength(1)
    expect((await remove(lia.id, still)).status).toBe(200)
    expect((await testApp.call('GET /users', lia.token)).status).toBe(401)
  })

  test('an account of another administrator cannot be taken over, nor a removed one let in again', async () => {
    const bia = await joins(BIA, CPF.bia)
    const edit = (body: object) => testApp.call('PATCH /users/{id}', admin, { params: { id: bia.id }, body })
    for (const body of [{ password: 'minha-agora-sim' }, { email: 'eu@exemplo.org' }, { status: 'SUSPENDED' }])
      expect((await edit(body)).body.code, JSON.stringify(body)).toBe('administrator.own_account')
    await testApp.call('DELETE /admin/administrators/{id}', admin, { params: { id: bia.id } })
    expect((await edit({ status: 'ACTIVE' })).body.code).toBe('administrator.own_account')
    const lost = { phoneLostAt: new Date(testApp.clock.now()), phoneLostBy: 'email' as const }
    await testApp.services.db.update(users).set(lost).where(eq(users.id, bia.id))
    // Invited again, the same person comes back with the account that the ledger knows.
    expect((await joins(BIA, CPF.bia)).id).toBe(bia.id)
    // With a password that nobody knew before: what they lost then does not keep them out now.
    const [back] = await testApp.services.db.select().from(users).where(eq(users.id, bia.id))
    expect(back).toMatchObject({ phoneLostAt: null, phoneLostBy: null })
  })

  test('an auditor reads every administrator’s page, each look recorded, and is refused every change there is', async () => {
    const lia = await joins(LIA, CPF.lia)
    const own = await testApp.call('GET /users/profile', lia.token)
    expect(own.body).toMatchObject({ role: 'ADMIN', auditor: true })
    const ledgerBefore = (await testApp.services.db.select().from(ledger)).length
    const calls = Object.entries<CallDefinition>(contract)
    const ask = (name: string) => {
      const [method, path] = name.split(' ') as ['GET', string]
      return testApp.app.inject({
        method,
        url: `/api${path
          .replaceAll('{level}', '1')
          .replaceAll('{cycle}', '1')
          .replaceAll('{cep}', '01001000')
          .replaceAll(/\{\w+\}/g, SOMEONE)}${name === 'GET /admin/circle/month' ? '?period=2026-11' : ''}`,
        headers: { authorization: `Bearer ${lia.token}` },
        ...(method === 'GET' ? {} : { payload: {} }),
      })
    }
    const changing = calls.filter(
      ([name, { access, auditor }]) =>
        !name.startsWith('GET') && !auditor && access !== 'public' && access !== 'signed',
    )
    expect(changing.length).toBeGreaterThan(30)
    for (const [name] of changing) {
      const refused = await ask(name)
      expect([name, refused.statusCode, refused.json().code]).toEqual([name, 403, 'access.read_only'])
    }
    const reading = calls.filter(([name, { access }]) => name.startsWith('GET') && access === 'admin')
    for (const [name] of reading) expect([200, 404], name).toContain((await ask(name)).statusCode)
    // Of their own account they may do what anybody may; of the others' nothing.
    const allowed = calls.filter(([name, { auditor }]) => !name.startsWith('GET') && auditor).map(([name]) => name)
    expect(allowed.filter((name) => /admin|users\/\{|donations|queue/.test(name))).toEqual([
      'POST /admin/circles/{id}/select',
      'POST /admin/simulation',
    ])
    expect(await testApp.services.db.select().from(ledger)).toHaveLength(ledgerBefore)
    const looks = await testApp.services.db
      .select({ kind: audit.kind })
      .from(audit)
      .where(and(eq(audit.actorId, lia.id)))
    expect(new Set(looks.map(({ kind }) => kind))).toEqual(
      new Set([
        'users.listed',
        'queue.listed',
        'donations.listed',
        'donations.exported',
        'reports.listed',
        'console.listed',
      ]),
    )
    expect((await testApp.call('POST /auth/login', null, { body: { ...ADMINISTRATOR } })).body.user).not.toHaveProperty(
      'auditor',
    )
    const [member] = await testApp.placed(1)
    expect((await testApp.call('GET /users/profile', member!.token)).body).not.toHaveProperty('auditor')
  })
})
