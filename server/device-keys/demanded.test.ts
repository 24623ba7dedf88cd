import { createHash } from 'node:crypto'
import { like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

describe('an act that weighs, in a real circle', () => {
  let testApp: TestApp
  let admin: string
  let donor: Person
  let donationId: string

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
    for (const person of await openRealRoda(testApp, admin)) {
      const [owed] = (await testApp.call('GET /donations/to-send', person.token)).body
      if (owed && !owed.waiting) [donor, donationId] = [person, owed.id]
    }
  })

  const report = (headers: Record<string, string> = {}) =>
    testApp.call('POST /donations/{id}/report', donor.token, {
      params: { id: donationId },
      body: { reason: 'Não encontro a chave' },
      headers,
    })

  const verdict = async () => {
    const authorization = `Bearer ${admin}`
    const { body } = await testApp.app.inject({ url: '/api/ledger/export', headers: { authorization } })
    return verify(readLedger(body))
  }

  test('is done without a signature by whoever never had a device', async () => {
    expect((await report()).status).toBe(201)
  })

  test('is refused without the signature of a device once its member had one, also after all were removed', async () => {
    const signs = await deviceOf(testApp, donor)
    expect((await report()).body.code).toBe('signature.needed')
    const [key] = (await testApp.call('GET /me/device-keys', donor.token)).body
    // A device signs its own removal.
    const headers = await signs({ act: 'remove_key', donationId: key.id })
    await testApp.call('DELETE /me/device-keys/{id}', donor.token, { params: { id: key.id }, headers })
    expect((await report()).body.code).toBe('signature.needed')
    expect((await report(await signs({ act: 'report', donationId }))).body.code).toBe('signature.invalid')
    // Another one is never the first again.
    const anew = await deviceOf(testApp, donor)
    expect((await report(await anew({ act: 'report', donationId }))).body.code).toBe('device.waits')
    testApp.clock.moveTo(testApp.clock.now() + 25 * 3_600_000)
    admin = await testApp.administrator()
    const people = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    const login = { email: people.find(({ id }) => id === donor.id)!.email, password: PASSWORD }
    donor = { ...donor, token: (await testApp.call('POST /auth/login', null, { body: login })).body.access_token }
    expect((await report(await anew({ act: 'report', donationId }, {}, donor))).status).toBe(201)
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 2, 0])
  })

  test('from a second device waits, which everybody is told, until an older one admits it by the hash of its key', async () => {
    const [older, newer] = [await deviceOf(testApp, donor), await deviceOf(testApp, donor)]
    expect((await report(await newer({ act: 'report', donationId }))).body.code).toBe('device.waits')
    const told = await testApp.services.db.select().from(notices).where(like(notices.kind, 'key.waits%'))
    expect(told.map(({ kind, userId }) => [kind, userId === donor.id]).toSorted()).toEqual([
      ['key.waits', true],
      ...[1, 2, 3].map(() => ['key.waits_of_other', false]),
    ])
    const [{ id, public_key }] = (await testApp.call('GET /me/device-keys', donor.token)).body
    const hash = createHash('sha256').update(public_key).digest('hex')
    const admit = async (signed: Record<string, string>, body = { hash }) =>
      (
        await testApp.call('POST /me/device-keys/{id}/admit', donor.token, {
          params: { id },
          body,
          headers: signed,
        })
      ).body
    const act = { act: 'admit_key', donationId: id, image: hash } as const
    expect((await admit({})).code).toBe('signature.needed')
    expect((await admit(await newer(act))).code).toBe('device.waits')
    const other = 'ab'.repeat(32)
    expect((await admit(await older({ ...act, image: other }), { hash: other })).code).toBe('device.invalid')
    expect((await admit(await older(act))).holds_at).toBeNull()
    expect((await report(await newer({ act: 'report', donationId }))).status).toBe(201)
    expect((await verdict()).faults).toEqual([])
  })
})
