import { beforeAll, describe, expect, test } from 'vitest'
import { presets } from '#circle/plan.ts'
import type { CallDefinition } from '#contracts/call.ts'
import { contract } from '#contracts/contract.ts'
import { planFormOf } from '#contracts/plans.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const NOTHING = '00000000-0000-4000-8000-000000000000'
const reads = (Object.entries(contract) as [keyof typeof contract, CallDefinition][]).filter(([name]) =>
  name.startsWith('GET '),
)
const params = {
  id: NOTHING,
  attempt: '1',
  part: '1',
  hash: 'a'.repeat(64),
  number: '1',
  cep: '01001000',
  name: 'x',
  seq: '1',
  level: '1',
  sha256: 'a'.repeat(64),
}
const queries: Readonly<Record<string, string>> = { 'GET /admin/circle/month': '?period=2026-11&format=csv' }

describe('an installation without a circle', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase(), { SEED: 'none' })
  })

  const circles = async () =>
    (await testApp.call('GET /admin/circles', await testApp.administrator())).body.data as { name: string }[]

  test('answers every read, of its administrator and of a visitor, without a fault', async () => {
    expect(reads.length).toBeGreaterThan(60)
    const administrator = await testApp.administrator()
    for (const [name] of reads)
      for (const who of [null, administrator]) {
        const isStream = name === 'GET /events'
        if (isStream && who !== null) continue
        const { status } = await testApp.call(name, who, { params, query: queries[name] ?? '' })
        expect(status, `${name} of ${who ? 'the administrator' : 'a visitor'}`).not.toBe(500)
      }
  })

  test('shows nobody a circle, says so to who registers, and asks what it is to be', async () => {
    const administrator = await testApp.administrator()
    for (const [name, who] of [
      ['GET /circle', null],
      ['GET /circle', administrator],
      ['GET /simulation', null],
    ] as const)
      expect((await testApp.call(name, who)).body).toMatchObject({ code: 'circle.none' })
    await expect(testApp.registers(1)).rejects.toThrow(/Esta Ciranda ainda não tem um círculo\..*circle\.none/)
    const invited = { body: { label: 'Rua das Flores', uses: 3, days: 7 } }
    expect((await testApp.call('POST /admin/join-links', administrator, invited)).body.code).toBe('circle.none')
    expect(await circles()).toEqual([])
    const steps = (await testApp.call('GET /admin/first-steps', administrator)).body
    expect(steps).toMatchObject({ is_open: true, circle: null, hidden_circle: expect.any(String) })
  })

  test('the first circle that is made takes registrations and the administrators, and the hidden one stays away', async () => {
    const made = await testApp.call('POST /admin/circles', await testApp.administrator(), {
      body: { name: 'Roda da Vila', mode: 'demonstracao', plan: planFormOf(presets.roda), operator: null },
    })
    expect(made.body).toMatchObject({ open_for_registration: true })
    expect((await testApp.call('GET /circle', null)).body).toMatchObject({ name: 'Roda da Vila' })
    const administrator = await testApp.administrator()
    expect((await testApp.call('GET /admin/circle', administrator)).body.circle).toMatchObject({ id: made.body.id })
    expect((await circles()).map(({ name }) => name)).toEqual(['Roda da Vila'])
    expect((await testApp.registers(2)).token).not.toBe('')
    expect((await testApp.call('GET /admin/first-steps', administrator)).body.hidden_circle).toBeNull()
  })

  test('the demonstration is there once somebody asks for it', async () => {
    const other = await createTestApp(await openTestDatabase(), { SEED: 'none' })
    const administrator = await other.administrator()
    const { hidden_circle: id } = (await other.call('GET /admin/first-steps', administrator)).body
    expect((await other.call('POST /admin/circles/{id}/open', administrator, { params: { id } })).status).toBe(200)
    expect((await other.call('GET /circle', null)).body).toMatchObject({ name: 'Ciranda de demonstração' })
    const steps = (await other.call('GET /admin/first-steps', administrator)).body
    expect(steps).toMatchObject({ is_open: true, hidden_circle: null })
  })
})
