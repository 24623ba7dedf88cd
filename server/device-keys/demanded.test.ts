import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
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
    const anew = await deviceOf(testApp, donor)
    expect((await report(await anew({ act: 'report', donationId }))).status).toBe(201)
    const authorization = `Bearer ${admin}`
    const { body } = await testApp.app.inject({ url: '/api/ledger/export', headers: { authorization } })
    const { faults, signatures } = verify(readLedger(body))
    expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 2, 0])
  })
})
