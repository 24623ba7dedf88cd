import { expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { DAY_MS } from '#circle/period.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import { readLedger, readOwnData, verify } from '../../scripts/verify-ledger.mjs'

const E2E = (digit: string) => `E1234567820261125120000000${digit.repeat(6)}`

test('what a donation shows is the ledger’s whatever honestly happens to it: in parts, rejected, reported, left out, late', async () => {
  const testApp = await createTestApp(await openTestDatabase(), {}, rodaPlan({ amountCents: 10_000, months: 3 }))
  const people = await testApp.placed(4)
  const emails = new Map<string, string>()
  for (const { id, email } of (await testApp.call('GET /users', await testApp.administrator())).body)
    emails.set(id, email)
  const ask = async () =>
    testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
  const later = async (days: number) => {
    testApp.clock.advance(days * DAY_MS)
    for (const person of people) {
      const body = { email: emails.get(person.id)!, password: PASSWORD }
      Object.assign(person, { token: (await testApp.call('POST /auth/login', null, { body })).body.access_token })
    }
    await runDueJobs(testApp.services)
  }
  const tokenOf = (id: string) => people.find((person) => person.id === id)!.token
  const seen = new Set<string>()
  /** Everybody's lists agree with the ledger; what they show is noted. */
  const agrees = async () => {
    for (const { token } of people) {
      const headers = { authorization: `Bearer ${token}` }
      const { body } = await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })
      const own = readOwnData(JSON.stringify((await testApp.call('GET /me/export', token)).body))
      for (const { isStopped, pausedUntil, payment, sentCents } of own.donations ?? [])
        for (const [name, is] of Object.entries({ isStopped, pausedUntil, payment, part: (sentCents ?? 0) % 10_000 }))
          if (is) seen.add(name)
      expect(verify({ ...readLedger(body), own }).faults).toEqual([])
    }
  }
  await ask()
  const owed = []
  for (const { id, token } of people) {
    const list = (await testApp.call('GET /donations/to-send', token)).body
    owed.push(...list.filter((one: { waiting: boolean; donorId: string }) => !one.waiting && one.donorId === id))
  }
  const [first, second, third] = owed as { id: string; donorId: string; receiverId: string }[]
  const acts = async (
    call: Parameters<typeof testApp.call>[0],
    of: typeof first,
    by: 'donorId' | 'receiverId',
    body?: object,
  ) => {
    const answer = await testApp.call(call, tokenOf(of![by]), { params: { id: of!.id }, ...(body ? { body } : {}) })
    expect([answer.body.code, answer.status < 300]).toEqual([undefined, true])
    await agrees()
  }
  const receipt = async (of: typeof first, name: string, more: object = {}) =>
    acts('POST /donations/{id}/comprovante', of, 'donorId', { comprovanteBase64: await receiptPicture(name), ...more })
  const rejects = (of: typeof first) =>
    acts('POST /donations/{id}/reject-receipt', of, 'receiverId', { reason: 'Não entrou na conta.' })
  await agrees()
  await receipt(first, 'a', { amount: 40, pix_transaction: E2E('a') })
  await acts('PATCH /donations/{id}/confirm', first, 'receiverId', { amount: 40 })
  await receipt(first, 'b', { amount: 60, pix_transaction: E2E('b') })
  await receipt(first, 'c', { amount: 60 })
  await rejects(first)
  await receipt(first, 'd', { amount: 60, pix_transaction: E2E('d') })
  await rejects(first)
  await acts('POST /donations/{id}/report', second, 'donorId', { reason: 'A chave não funciona.' })
  await later(10)
  await agrees()
  await later(10)
  await agrees()
  const pause = await testApp.call('POST /admin/donations/{id}/pause', await testApp.administrator(), {
    params: { id: third!.id },
  })
  expect(pause.status).toBe(201)
  await agrees()
  await later(30)
  await ask()
  await agrees()
  await later(31)
  await agrees()
  expect([...seen].toSorted()).toEqual(['isStopped', 'part', 'pausedUntil', 'payment'])
})
