import { beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf, spoken } from '#server/testing/device.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

const HOUR_MS = 3_600_000

/** The ledger's last entry is three hours later than the clock then, so that what is written now has that time. */
describe('what waits in a ledger that is ahead of a clock that was set back', () => {
  let testApp: TestApp
  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
  })

  const moves = async (hours: number) => {
    testApp.clock.advance(hours * HOUR_MS)
    await runDueJobs(testApp.services)
  }
  const codes = async () => {
    const { body } = await testApp.call('GET /ledger/export', await testApp.administrator())
    return verify(readLedger(body)).faults.map(({ code }) => code)
  }
  const signedIn = async ({ id }: Person): Promise<Person> => {
    const people = (await testApp.call('GET /users', await testApp.administrator())).body as {
      id: string
      email: string
    }[]
    const { email } = people.find((one) => one.id === id)!
    const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
    return { id, token: body.access_token }
  }

  test('waits as long there: another key of a member’s', async () => {
    const [ana] = await openRealRoda(testApp, await testApp.administrator())
    await moves(-3)
    const body = { pixKey: 'outra@exemplo.com', pixKeyType: 'email', pixOwnerName: 'Ana' }
    expect((await testApp.call('POST /me/pix-key', (await signedIn(ana!)).token, { body })).status).toBe(200)
    await moves(28)
    expect((await testApp.call('GET /users/profile', (await signedIn(ana!)).token)).body.pixKey).toBe(body.pixKey)
    expect(await codes()).toEqual([])
  })

  test('waits as long there: a second device', async () => {
    const [, bia] = await openRealRoda(testApp, await testApp.administrator())
    await deviceOf(testApp, bia!)
    await moves(-3)
    const signs = await deviceOf(testApp, await signedIn(bia!))
    const reports = async () => {
      const { token } = await signedIn(bia!)
      const [{ id }] = (await testApp.call('GET /donations/to-send', token)).body
      const { words_salt, image } = spoken(id, 'Não acho a chave')
      const headers = await signs({ act: 'report', donationId: id, image }, {}, { id: bia!.id, token })
      const sent = { params: { id }, body: { reason: 'Não acho a chave', words_salt }, headers }
      return (await testApp.call('POST /donations/{id}/report', token, sent)).status
    }
    await moves(25)
    expect(await reports()).toBe(400)
    await moves(3)
    expect([await reports(), await codes()]).toEqual([201, []])
  })

  test('waits as long there: what one person alone wants', async () => {
    await foundsOrganisedRoda(testApp, { people: 3 })
    await moves(-3)
    const body = { email: 'bia@exemplo.com', firstName: 'Bia', lastName: 'Luz', role: 'ADMIN' }
    expect((await testApp.call('POST /admin/administrators', await testApp.administrator(), { body })).status).toBe(202)
    await moves(73)
    await moves(3)
    const ended = await testApp.call('GET /admin/approvals', await testApp.administrator(), { query: '?state=ended' })
    expect([ended.body.data[0].state, await codes()]).toEqual(['executed', []])
  })

  test('is held to no end that is older than it: one that a device keeps meanwhile finds nothing', async () => {
    await openRealRoda(testApp, await testApp.administrator())
    await moves(-3)
    const download = async () =>
      readLedger((await testApp.call('GET /ledger/export', await testApp.administrator())).body)
    const { head } = await download()
    expect(verify({ ...(await download()), kept: [head] }).faults).toEqual([])
    await moves(4)
    expect(verify({ ...(await download()), kept: [head] }).faults).toEqual([])
  })

  test('has its times there: a draw of the first order', async () => {
    const { cida } = await foundsOrganisedRoda(testApp, { people: 3 })
    for (const n of [1, 2]) {
      const { id } = await testApp.registers(n)
      await testApp.call('PATCH /users/{id}/approve', cida.token, { params: { id } })
    }
    await moves(-3)
    const body = { join_hours: 1, open_hours: 1 }
    expect((await testApp.call('POST /draws', await testApp.administrator(), { body })).status).toBe(201)
    await moves(6)
    const { data } = (await testApp.call('GET /draws', await testApp.administrator())).body
    expect([data[0].phase, await codes()]).toEqual(['done', []])
  })

  test('is joined in its time: a draw that was begun before', async () => {
    const { cida } = await foundsOrganisedRoda(testApp, { people: 3 })
    const { id } = await testApp.registers(1)
    await testApp.call('PATCH /users/{id}/approve', cida.token, { params: { id } })
    const begun = await testApp.call('POST /draws', cida.token, { body: { join_hours: 1, open_hours: 1 } })
    // Entries have this time from here on, and no job has looked at the draw since.
    testApp.clock.advance(2 * HOUR_MS)
    const days = { body: { days: 6 } }
    expect((await testApp.call('PATCH /admin/circle/answer-days', await testApp.administrator(), days)).status).toBe(
      200,
    )
    testApp.clock.advance(-1.5 * HOUR_MS)
    const joining = { params: { id: begun.body.data[0].id }, body: { commitment: 'ab'.repeat(32) } }
    const { token } = await signedIn({ id, token: '' })
    expect((await testApp.call('POST /draws/{id}/join', token, joining)).body.code).toBe('draw.closed')
  })
})
