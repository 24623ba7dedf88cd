import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { editCircle } from '#server/circles/edit-circle.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { deleteScheduled } from '#server/files/remove.ts'
import { anonymizeUser } from '#server/privacy/anonymize-user.ts'
import { openPersonal } from '#server/members/personal.ts'
import { performPull } from '#server/pull/generate-pull.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { helpers } from '#server/tables/helpers.ts'
import { users } from '#server/tables/users.ts'
import { countWaiting } from '#server/testing/count-waiting.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf, spoken } from '#server/testing/device.ts'
import { OPERATOR } from '#server/testing/operator.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

let testApp: TestApp
let admin: string
let [receiver, lurdes, bruno, eva]: Person[] = []
let signs: Awaited<ReturnType<typeof deviceOf>>
let paperBase64: string

const begins = beginsWith(
  async (begun) => {
    const token = await begun.administrator()
    return { token, people: await openRealRoda(begun, token) }
  },
  { placed: 0 },
)

beforeEach(async () => {
  const begun = await begins()
  ;({ testApp, token: admin } = begun)
  ;[receiver, lurdes, bruno, eva] = begun.people
  signs = await deviceOf(testApp, bruno!)
  paperBase64 = await receiptPicture('o papel assinado')
})

const name = (member = lurdes!, helper = bruno!, as = admin) =>
  testApp.call('POST /users/{id}/helper', as, {
    params: { id: member.id },
    body: { helper_id: helper.id, paperBase64 },
  })
const enter = (who = bruno!, member = lurdes!) =>
  testApp.call('POST /me/helping/{id}/session', who.token, { params: { id: member.id } })
const tokenOf = async () => (await enter()).body.access_token as string
const toSend = async (token: string) => (await testApp.call('GET /donations/to-send', token)).body[0]
const notices = async (token: string) =>
  (await testApp.call('GET /me/notices', token)).body.data.map(({ text }: { text: string }) => text).join('\n')
const verdict = async () => {
  const headers = { authorization: `Bearer ${admin}` }
  return verify(readLedger((await testApp.app.inject({ url: '/api/ledger/export', headers })).body))
}
const rowOf = async ({ id }: Person) => (await testApp.services.db.select().from(users).where(eq(users.id, id)))[0]!
const firstName = async (person: Person) => (await rowOf(person)).firstName

/** Bruno sends the receipt of what Lurdes owes. */
async function sends(token: string, { helped = lurdes!.id }: { helped?: string | null } = {}) {
  const { id } = await toSend(token)
  const comprovanteBase64 = await receiptPicture(id)
  const image = createHash('sha256').update(Buffer.from(comprovanteBase64, 'base64')).digest('hex')
  const act = { act: 'send_receipt', donationId: id, image } as const
  const headers = await signs(act, helped === null ? {} : { helped }, { ...bruno!, token })
  return {
    id,
    answer: await testApp.call('POST /donations/{id}/comprovante', token, {
      params: { id },
      body: { comprovanteBase64 },
      headers,
    }),
  }
}

describe('a helper', () => {
  test('acts for somebody without a device: both histories, the notices and the ledger say so, and the verifier agrees', async () => {
    expect((await name()).status).toBe(201)
    expect((await testApp.call('GET /me/helping', lurdes!.token)).body.helper.id).toBe(bruno!.id)
    const token = await tokenOf()
    const { id, answer } = await sends(token)
    expect(answer.status).toBe(201)
    const by = { act: 'send_receipt', by: await firstName(bruno!), for: await firstName(lurdes!) }
    for (const [reader, list] of [
      [lurdes!.token, 'GET /donations/to-send'],
      [receiver!.token, 'GET /donations/to-receive'],
    ] as const) {
      const { body } = await testApp.call(list, reader)
      expect(body.find((one: { id: string }) => one.id === id).helped).toEqual([by])
    }
    expect(await notices(receiver!.token)).toContain(`Feito por ${by.by}, que ajuda essa pessoa.`)
    expect(await notices(lurdes!.token)).toContain(`Feito por ${by.by} por você: um comprovante foi enviado.`)
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.unsigned]).toEqual([[], []])
  })

  test('signs for that person alone: not without a device, nor with what they signed for themselves or another', async () => {
    await name()
    const token = await tokenOf()
    const { id } = await toSend(token)
    const body = { comprovanteBase64: await receiptPicture(id) }
    const unsigned = await testApp.call('POST /donations/{id}/comprovante', token, { params: { id }, body })
    expect(unsigned.body.code).toBe('signature.needed')
    expect((await sends(token, { helped: null })).answer.body.code).toBe('signature.invalid')
    expect((await sends(token, { helped: eva!.id })).answer.body.code).toBe('signature.invalid')
  })

  test('accepts other terms for them, so that whoever was passed over meanwhile is paid again', async () => {
    await name()
    const circleId = (await testApp.call('GET /circle', admin)).body.id as string
    const actor = {
      id: (await testApp.call('GET /users/profile', admin)).body.id,
      circleId,
      via: 'password',
    } as Context['actor']
    const context = { ...testApp.services, actor, actorId: actor.id, address: '', device: '' } as Context
    // As it is made once two people approved it.
    await editCircle(context, { operator: { ...OPERATOR, name: 'Outra Associação' } })
    testApp.clock.moveTo(Date.parse('2026-12-01T15:00:00Z'))
    await withCircle(context, circleId, (circle) => performPull(circle, {}))
    const { email } = openPersonal(testApp.services.secrets, await rowOf(bruno!))
    bruno = {
      ...bruno!,
      token: (await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })).body.access_token,
    }
    const token = await tokenOf()
    const { terms_version } = (await testApp.call('GET /me/terms', token)).body
    const headers = await signs(
      { act: 'accept_terms', image: terms_version },
      { helped: lurdes!.id },
      { ...bruno!, token },
    )
    const accepted = await testApp.call('POST /me/terms', token, { body: { terms_version }, headers })
    expect(accepted.body).toMatchObject({ is_accepted: true })
    const [member] = await testApp.services.db
      .select()
      .from(circleMembers)
      .where(eq(circleMembers.memberId, lurdes!.id))
    expect(member!.isPassedOver).toBe(false)
    admin = await testApp.administrator()
    expect((await verdict()).faults.map(({ code }) => code)).toEqual(['approval.missing'])
  })

  test('rejects a second receipt too, with which a case begins: its reason is of that act', async () => {
    const all = (await testApp.call('GET /donations/to-receive', receiver!.token)).body as {
      id: string
      donorId: string
    }[]
    const { id } = all.find(({ donorId }) => donorId === lurdes!.id)!
    await name(receiver)
    const token = (await enter(bruno, receiver)).body.access_token as string
    for (const attempt of [1, 2]) {
      const body = { comprovanteBase64: await receiptPicture(`${id} ${attempt}`) }
      const sent = await testApp.call('POST /donations/{id}/comprovante', lurdes!.token, { params: { id }, body })
      expect(sent.status).toBe(201)
      const { words_salt, image } = spoken(id, 'O dinheiro não chegou.')
      const act = { act: 'reject_receipt', donationId: id, image } as const
      const headers = await signs(act, { helped: receiver!.id }, { ...bruno!, token })
      const rejecting = { params: { id }, body: { reason: 'O dinheiro não chegou.', words_salt }, headers }
      const rejected = await testApp.call('POST /donations/{id}/reject-receipt', token, rejecting)
      expect(rejected.body).toMatchObject({ attempt })
    }
    expect((await verdict()).faults).toEqual([])
  })

  test('never takes their key, password or account, nor reads what is theirs alone', async () => {
    await name()
    const token = await tokenOf()
    const refused = [
      await testApp.call('POST /me/password', token, {
        body: { currentPassword: PASSWORD, newPassword: 'outra-boa-senha' },
      }),
      await testApp.call('POST /me/pix-key', token, { body: {} }),
      await testApp.call('POST /me/leave', token, { body: { password: PASSWORD } }),
      await testApp.call('POST /me/device-keys', token, { body: { public_key: 'x' } }),
      await testApp.call('POST /me/vouches', token, { body: { member_id: eva!.id } }),
      await testApp.call('GET /me/export', token),
      await testApp.call('GET /me/access-log', token),
      await testApp.call('POST /me/helping/{id}/session', token, { params: { id: eva!.id } }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => 'helper.not_allowed'))
    expect((await testApp.call('GET /users/profile', token)).body.id).toBe(lurdes!.id)
  })

  test('is offered nothing that the server would refuse them: no word in a case, no month ahead', async () => {
    await name()
    const { id } = await toSend(lurdes!.token)
    const offered = async (token: string) => ({
      ahead: (await testApp.call('GET /me/ahead', token)).body,
      report: (await toSend(token)).allowed.includes('report'),
    })
    expect(await offered(lurdes!.token)).toMatchObject({ ahead: { why: expect.any(String) }, report: true })
    expect(await offered(await tokenOf())).toEqual({ ahead: { next: null, why: null, months: [] }, report: false })
    const reported = await testApp.call('POST /donations/{id}/report', lurdes!.token, {
      params: { id },
      body: { reason: 'A chave não abre no meu banco.' },
    })
    const of = { params: { id: reported.body.id } }
    expect((await testApp.call('GET /reports/{id}', lurdes!.token, of)).body.allowed).toEqual(['add'])
    expect((await testApp.call('GET /reports/{id}', await tokenOf(), of)).body.allowed).toEqual([])
  })

  test('confirms for nobody what they pay themselves, or for another whom they help', async () => {
    await name(receiver!)
    await name(lurdes!)
    const [own, helped] = [(await toSend(bruno!.token)).id, (await sends(await tokenOf())).id]
    const comprovanteBase64 = await receiptPicture(own)
    const image = createHash('sha256').update(Buffer.from(comprovanteBase64, 'base64')).digest('hex')
    const sent = await testApp.call('POST /donations/{id}/comprovante', bruno!.token, {
      params: { id: own },
      body: { comprovanteBase64 },
      headers: await signs({ act: 'send_receipt', donationId: own, image }, {}, bruno!),
    })
    expect(sent.status).toBe(201)
    const token = (await enter(bruno!, receiver!)).body.access_token as string
    const { body } = await testApp.call('GET /donations/to-receive', token)
    const allowed = new Map(body.map((one: { id: string; allowed: string[] }) => [one.id, one.allowed]))
    for (const id of [own, helped]) {
      expect(allowed.get(id)).not.toContain('confirm')
      const headers = await signs({ act: 'confirm', donationId: id }, { helped: receiver!.id }, { ...bruno!, token })
      const answer = await testApp.call('PATCH /donations/{id}/confirm', token, { params: { id }, headers })
      expect(answer).toMatchObject({ status: 403, body: { code: 'helper.own_payment' } })
      const self = await testApp.call('PATCH /donations/{id}/confirm', receiver!.token, { params: { id } })
      expect(self.status).toBe(200)
    }
    expect((await verdict()).faults).toEqual([])
  })

  test('ends at once by either, or by the administration; then nobody enters, and an open session is over', async () => {
    const ends = [
      () => testApp.call('DELETE /me/helping/{id}', lurdes!.token, { params: { id: bruno!.id } }),
      () => testApp.call('DELETE /me/helping/{id}', bruno!.token, { params: { id: lurdes!.id } }),
      () => testApp.call('DELETE /users/{id}/helper', admin, { params: { id: lurdes!.id } }),
    ]
    for (const end of ends) {
      expect((await name()).status).toBe(201)
      const token = await tokenOf()
      const stranger = await testApp.call('DELETE /me/helping/{id}', eva!.token, { params: { id: bruno!.id } })
      expect(stranger.status).toBe(404)
      expect((await end()).status).toBe(200)
      expect((await testApp.call('GET /users/profile', token)).status).toBe(401)
      expect((await enter()).status).toBe(404)
    }
    expect((await verdict()).faults).toEqual([])
  })

  test('begins no session of a help that ends at that very moment', async () => {
    await name()
    const { circleId } = await rowOf(lurdes!)
    const { services } = testApp
    const locked = Promise.withResolvers<void>()
    const entering = locked.promise.then(() => enter())
    await withCircle({ ...services, actorId: null }, circleId, async ({ tx }) => {
      // Without that lock his session would begin before the help ends.
      await tx.select().from(users).where(eq(users.id, bruno!.id)).for('update')
      locked.resolve()
      await expect.poll(() => countWaiting(tx), { timeout: 20_000 }).toBe(1)
      await tx
        .update(helpers)
        .set({ endedAt: new Date(services.clock.now()) })
        .where(eq(helpers.circleId, circleId))
    })
    expect((await entering).status).toBe(404)
  })

  test('is over when one of the two is suspended, and when the helper’s own sessions end', async () => {
    await name()
    const first = await tokenOf()
    await testApp.call('POST /auth/logout', first, { body: {} })
    expect((await testApp.call('GET /users/profile', bruno!.token)).status).toBe(200)
    const second = await tokenOf()
    const body = { currentPassword: PASSWORD, newPassword: 'uma-outra-senha-boa' }
    expect((await testApp.call('POST /me/password', bruno!.token, { body })).status).toBe(200)
    expect((await testApp.call('GET /users/profile', second)).status).toBe(401)
    const third = await tokenOf()
    const { circleId } = await rowOf(lurdes!)
    await withCircle({ ...testApp.services, actorId: null }, circleId, ({ perform }) =>
      perform({ kind: 'depart_member', memberId: bruno!.id, how: 'suspended' }),
    )
    expect((await testApp.call('GET /users/profile', third)).status).toBe(401)
    expect((await testApp.call('GET /me/helping', lurdes!.token)).body.helper).toBeNull()
  })

  test('who leaves the roda helps nobody any more, and who was helped is told: they may have nobody else', async () => {
    await name()
    const headers = await signs({ act: 'leave' })
    const left = await testApp.call('POST /me/leave', bruno!.token, { body: { password: PASSWORD }, headers })
    expect(left.status).toBe(200)
    expect((await testApp.call('GET /me/helping', lurdes!.token)).body.helper).toBeNull()
    expect(await notices(lurdes!.token)).toContain(`${await firstName(bruno!)} não ajuda mais você.`)
    // The helper reads it too, where the other is the one who goes.
    await name(receiver!, eva!)
    expect((await testApp.call('POST /me/leave', receiver!.token, { body: { password: PASSWORD } })).status).toBe(200)
    expect(await notices(eva!.token)).toContain(`Você não ajuda mais ${await firstName(receiver!)}.`)
    expect((await verdict()).faults).toEqual([])
  })

  test('is somebody of the circle, for whoever has no device, and never who names: each refusal says what to do', async () => {
    const codes = async (...asked: Parameters<typeof name>) => (await name(...asked)).body.code
    expect(await codes(lurdes!, lurdes!)).toBe('helper.oneself')
    expect(await codes(bruno!, lurdes!)).toBe('helper.has_device')
    const waiting = await testApp.registers(9)
    expect(await codes(lurdes!, waiting)).toBe('helper.not_member')
    expect(await codes(lurdes!, bruno!, eva!.token)).toBe('access.denied')
    await name()
    expect(await codes(lurdes!, eva!)).toBe('helper.has_helper')
    expect(await codes(eva!, lurdes!)).toBe('helper.is_helper')
    await name(eva!)
    expect(await codes(receiver!)).toBe('helper.too_many')
    const { may_help, why_not } = (
      await testApp.call('GET /users/{id}/helper', admin, { params: { id: receiver!.id } })
    ).body
    expect([may_help, typeof why_not]).toEqual([[], 'string'])
  })

  test('whom the server made up is found by the verifier', async () => {
    const { circleId } = await rowOf(lurdes!)
    const named = { memberId: lurdes!.id, helperId: bruno!.id, namedAt: new Date() }
    await testApp.services.db.insert(helpers).values({ id: lurdes!.id, circleId, ...named })
    expect((await sends(await tokenOf())).answer.status).toBe(201)
    expect((await verdict()).faults.map(({ code }) => code)).toEqual(['helper.unknown'])
  })

  test('is named on a paper of one page, whose picture is kept and is gone once one of the two is erased', async () => {
    const paper = await testApp.app.inject({
      url: `/api/users/${lurdes!.id}/helper/paper?helper_id=${bruno!.id}`,
      headers: { authorization: `Bearer ${admin}` },
    })
    expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    const { paper_url } = (await name()).body.helper
    const picture = () => testApp.app.inject({ url: paper_url.replace('http://ciranda.test', '') })
    expect((await picture()).statusCode).toBe(200)
    const row = await rowOf(bruno!)
    await transaction(testApp.services.db, (tx) => anonymizeUser(testApp.services, tx, row))
    await deleteScheduled(testApp.services)
    expect((await picture()).statusCode).toBe(404)
    expect(await notices(lurdes!.token)).toContain('quem saiu da Ciranda agora ajuda você')
  })
})
