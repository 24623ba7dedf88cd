import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { numberText } from '#circle/draw.ts'
import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import type { Calls } from '#e2e/helpers/calls.ts'
import { openPostbox } from '#e2e/helpers/postbox.ts'
import type { Postbox } from '#e2e/helpers/postbox.ts'
import { PASSWORD, receipt } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { people, registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

const SATURDAY = '2026-11-14T12:00:00.000Z'
const NAME = 'Roda da Vila'

type Member = { readonly id: string; readonly name: string; readonly email: string; password: string }

type Owed = { readonly id: string; readonly receiver: Member }

/** Twelve people gather on a Saturday; what docs/operador.md says is done, and nothing else, for two months. */
describe('a real circle of twelve', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-life-'))
  let server: Server
  let call: Calls
  let postbox: Postbox
  let circleId = ''
  /** In the order of their places. */
  const members: Member[] = []

  beforeAll(async () => {
    postbox = await openPostbox()
    server = await startServer({ DATA_DIR: dataDir, CLOCK: SATURDAY, SMTP_URL: postbox.url })
    call = callsOf(server)
  })
  afterAll(async () => {
    await server?.stop()
    await postbox?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Everybody signs in anew when the clock has moved; the administration then has the circle on its screen again. */
  const tokens = new Map<string, string>()
  const movesTo = async (instant: string) => {
    await server.moveClockTo(instant)
    tokens.clear()
  }
  const signsIn = async (email: string, password: string): Promise<string> => {
    const known = tokens.get(email)
    if (known !== undefined) return known
    const { access_token: token } = await call('POST /auth/login', null, { body: { email, password } })
    tokens.set(email, token)
    return token
  }
  const tokenOf = ({ email, password }: Member) => signsIn(email, password)
  const admin = async (): Promise<string> => {
    const isKnown = tokens.has(ADMINISTRATOR.email)
    const token = await signsIn(ADMINISTRATOR.email, ADMINISTRATOR.password)
    if (!isKnown && circleId !== '') await call('POST /admin/circles/{id}/select', token, { params: { id: circleId } })
    return token
  }
  const letterTo = (email: string, pattern: RegExp) =>
    vi.waitFor(() => postbox.find(email, pattern) ?? Promise.reject(new Error(`No letter for ${email} yet`)), {
      timeout: 60_000,
      interval: 200,
    })

  test('is founded: who operates, the plan with its risk', async () => {
    const made = await call('POST /admin/circles', await admin(), {
      body: {
        name: NAME,
        mode: 'real',
        outcome_seen: true,
        plan: planFormOf(presets.roda),
        operator: {
          name: 'Associação da Vila',
          document: '11.222.333/0001-81',
          contact: 'contato@vila.example',
          dataProtectionContact: 'dados@vila.example',
        },
      },
    })
    circleId = made.id
    tokens.clear()
    await call('POST /admin/circles/{id}/open', await admin(), { params: { id: circleId } })
  })

  test('twelve are invited from a list, and each joins by their own link', async () => {
    const list = people.slice(0, 12).map((one) => ({ one, form: registrationOf(one) }))
    const made = await call('POST /admin/join-links/people', await admin(), {
      body: {
        days: 14,
        people: list.map(({ form: { firstName, lastName, email, phone, cpf } }) => ({
          firstName,
          lastName,
          email,
          phone,
          cpf,
        })),
      },
    })
    expect(made.made).toBe(12)
    await server.moveClockTo(SATURDAY)
    for (const { form } of list) {
      const secret = await letterTo(form.email, /#([\w-]{43})/)
      const { user } = await call('POST /auth/register', null, {
        body: {
          ...form,
          join_secret: secret,
          pixQrCode: await codePicture(form.pixCopyPaste),
          password: PASSWORD,
        },
      })
      members.push({ id: user.id, name: `${user.firstName} ${user.lastName}`, email: form.email, password: PASSWORD })
    }
    for (const { id } of members) await call('PATCH /users/{id}/approve', await admin(), { params: { id } })
  })

  test('their order is drawn: each adds a number, and the draw is the one that the ledger knows', async () => {
    await call('POST /draws', await admin(), { body: {} })
    const numbers = new Map(members.map(({ id }) => [id, randomBytes(32).toString('hex')]))
    for (const member of members) {
      const token = await tokenOf(member)
      const drawn = (await call('GET /draws', token)).data[0]!
      const of = { circleId: drawn.circle_id, drawId: drawn.id }
      const commitment = createHash('sha256')
        .update(numberText(of, member.id, numbers.get(member.id)!))
        .digest('hex')
      await call('POST /draws/{id}/join', token, { params: { id: drawn.id }, body: { commitment } })
    }
    for (const member of members) {
      const token = await tokenOf(member)
      const { id } = (await call('GET /draws', token)).data[0]!
      await call('POST /draws/{id}/open', token, { params: { id }, body: { number: numbers.get(member.id)! } })
    }
    const { order } = (await call('GET /draws', await tokenOf(members[0]!))).data[0]!
    expect((await call('GET /queue', await admin())).map(({ user_id: id }) => id)).toEqual(order)
    members.sort((one, other) => order!.indexOf(one.id) - order!.indexOf(other.id))
  })

  test('the calendar asks for the contributions of the month', async () => {
    const { calendar } = await call('PATCH /admin/circle/calendar', await admin(), {
      body: { calendar: { day: 18, hour: 9 } },
    })
    expect(calendar.automatic!.next).toEqual({ period: '2026-11', at: '2026-11-18T12:00:00.000Z' })
    await movesTo('2026-11-15T12:30:00.000Z')
    const told = (await call('GET /me/notices', await tokenOf(members[5]!))).data.map(({ text }) => text)
    expect(told.join('\n')).toMatch(/18\/11/)
  })

  /** Sends the receipt of each donation that somebody owes now; answers the donations. */
  const pays = async (donor: Member): Promise<Owed[]> => {
    const token = await tokenOf(donor)
    const owed = (await call('GET /donations/to-send', token)).filter(({ waiting }) => !waiting)
    for (const { id } of owed) await sends(donor, id)
    return owed.map(({ id, receiverId }) => ({ id, receiver: members.find((one) => one.id === receiverId)! }))
  }
  const sends = async (donor: Member, id: string, picture = id) =>
    call('POST /donations/{id}/comprovante', await tokenOf(donor), {
      params: { id },
      body: { comprovanteBase64: (await receipt(picture)).buffer.toString('base64') },
    })
  const confirms = async ({ id, receiver }: Owed) =>
    call('PATCH /donations/{id}/confirm', await tokenOf(receiver), { params: { id } })

  test('the first month: eight pay and are confirmed, one is late', async () => {
    await movesTo('2026-11-18T12:00:00.000Z')
    for (const donor of members.slice(0, 9)) for (const owed of await pays(donor)) await confirms(owed)
  })

  test('a receipt without money is rejected, and the next one confirmed', async () => {
    const donor = members[10]!
    const [owed] = await pays(donor)
    await call('POST /donations/{id}/reject-receipt', await tokenOf(owed!.receiver), {
      params: { id: owed!.id },
      body: { reason: 'Não entrou na minha conta.' },
    })
    await sends(donor, owed!.id, 'outro comprovante')
    await confirms(owed!)
  })

  test('a case is decided by one administrator after 72 hours, and again on appeal', async () => {
    const [owed] = await pays(members[9]!)
    const report = await call('POST /donations/{id}/report', await tokenOf(owed!.receiver), {
      params: { id: owed!.id },
      body: { reason: 'Não caiu na conta.' },
    })
    await call('POST /reports/{id}/statements', await tokenOf(members[9]!), {
      params: { id: report.id },
      body: { text: 'Paguei no dia, o extrato mostra.' },
    })
    await call('POST /admin/donations/reports/{id}/resolve', await admin(), {
      params: { id: report.id },
      body: {
        resolution_message: 'Vimos os dois extratos.',
        admin_notes: 'Extratos conferidos.',
        donation_outcome: 'confirm',
      },
    })
    await movesTo('2026-11-21T13:00:00.000Z')
    const open = await call('GET /donations/to-receive', await tokenOf(owed!.receiver))
    expect(open.map(({ id }) => id)).not.toContain(owed!.id)
    await call('POST /reports/{id}/appeal', await tokenOf(owed!.receiver), {
      params: { id: report.id },
      body: { reason: 'O banco confirmou que nada entrou.' },
    })
    await call('POST /admin/donations/reports/{id}/decide-appeal', await admin(), {
      params: { id: report.id },
      body: { decision: 'UPHELD', message: 'O extrato do banco mostra o crédito.' },
    })
    await movesTo('2026-11-24T14:00:00.000Z')
    const told = await call('GET /reports/{id}', await tokenOf(owed!.receiver), { params: { id: report.id } })
    expect(told.appeal).toBe('decided')
  })

  test('a password is recovered by letter, and a key changed after its day', async () => {
    const forgetful = members[7]!
    await call('POST /auth/forgot-password', null, { body: { email: forgetful.email } })
    await movesTo('2026-11-24T14:01:00.000Z')
    const code = await letterTo(forgetful.email, /Com o código (\d{6})/)
    forgetful.password = 'outra-senha-bem-boa'
    await call('POST /auth/reset-password', null, {
      body: { email: forgetful.email, code, newPassword: forgetful.password },
    })
    expect((await call('GET /users/profile', await tokenOf(forgetful))).email).toBe(forgetful.email)
    const changing = members[8]!
    const key = 'chave.nova@exemplo.invalid'
    await call('POST /me/pix-key', await tokenOf(changing), {
      body: { pixKeyType: 'email', pixKey: key, pixOwnerName: changing.name },
    })
    expect((await call('GET /users/profile', await tokenOf(changing))).pixKey).not.toBe(key)
    await movesTo('2026-11-26T12:00:00.000Z')
    expect((await call('GET /users/profile', await tokenOf(changing))).pixKey).toBe(key)
  })

  test('the second month: who did not pay is past their day, and one leaves and settles', async () => {
    await movesTo('2026-12-15T12:30:00.000Z')
    await movesTo('2026-12-18T12:30:00.000Z')
    const leaving = members[0]!
    await call('POST /me/leave', await tokenOf(leaving), { body: { password: leaving.password } })
    const settled = await pays(leaving)
    expect(settled.length).toBeGreaterThan(0)
    for (const owed of settled) await confirms(owed)
    for (const donor of members.slice(1)) for (const owed of await pays(donor)) await confirms(owed)
  })

  test('at the end the ledger verifies, and every statement agrees with it', async () => {
    const answer = await fetch(`${server.url}/api/ledger/export`, {
      headers: { authorization: `Bearer ${await tokenOf(members[1]!)}` },
    })
    const file = path.join(dataDir, 'livro.ndjson')
    writeFileSync(file, await answer.text())
    const { status, stdout } = spawnSync(process.execPath, ['scripts/verify-ledger.mjs', file], { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
    let [given, received] = [0, 0]
    for (const member of members) {
      const token = await tokenOf(member)
      const stats = await call('GET /donations/stats', token)
      const statement = await fetch(`${server.url}/api/me/statement?period=2026&format=json`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(await statement.json()).toMatchObject({ given: stats.totalDonated, received: stats.totalReceived })
      given += stats.totalDonated
      received += stats.totalReceived
    }
    expect(given).toBeGreaterThan(2_000)
    expect(given).toBe(received)
    expect((await call('POST /admin/scrub', await admin())).differences).toEqual([])
  })
})
