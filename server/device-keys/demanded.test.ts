import { createHash } from 'node:crypto'
import { like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdWords } from '#circle/ledger/held-words.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { WordsProof } from '#contracts/entities/words-proof.ts'
import { receipt } from '#server/files/testing/pictures.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { notices } from '#server/tables/notices.ts'
import { beginsWith } from '#server/testing/begins-with.ts'
import { deviceOf, spoken } from '#server/testing/device.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, readOwnData, verify } from '../../scripts/verify-ledger.mjs'

type ShownItem = { readonly text: string; readonly proof: WordsProof }

/** The finding of a reader's device about words, as they are answered, in the ledger that it verified. */
function heldBy(entries: readonly LedgerEntry[], text: string, proof: WordsProof) {
  const { circle_id: circleId, report_id: reportId, words_id: wordsId, picture_sent: pictureSent, ...rest } = proof
  const { salt, hash: _hash, ...words } = rest
  return holdWords(entries, { circleId, reportId, wordsId, pictureSent, text, ...words, salt: salt! }, sha256)
}

describe('an act that weighs, in a real circle', () => {
  let testApp: TestApp
  let admin: string
  let donor: Person
  let donationId: string
  let people: readonly Person[]

  const begins = beginsWith(
    async (begun) => {
      const token = await begun.administrator()
      return { token, people: await openRealRoda(begun, token) }
    },
    { placed: 0 },
  )

  beforeEach(async () => {
    ;({ testApp, token: admin, people } = await begins())
    for (const person of people) {
      const [owed] = (await testApp.call('GET /donations/to-send', person.token)).body
      if (owed && !owed.waiting) [donor, donationId] = [person, owed.id]
    }
  })

  const REASON = 'Não encontro a chave'

  const report = (headers: Record<string, string> = {}, words: object = {}) =>
    testApp.call('POST /donations/{id}/report', donor.token, {
      params: { id: donationId },
      body: { reason: REASON, ...words },
      headers,
    })

  type Signs = Awaited<ReturnType<typeof deviceOf>>

  /** The donor reports by a device of theirs, which signs the reason too. */
  const reportBy = async (signs: Signs) => {
    const { words_salt, image } = spoken(donationId, REASON)
    return report(await signs({ act: 'report', donationId, image }, {}, donor), { words_salt })
  }

  const verdict = async () => {
    const authorization = `Bearer ${admin}`
    const { body } = await testApp.app.inject({ url: '/api/ledger/export', headers: { authorization } })
    const ledger = readLedger(body)
    return { ...verify(ledger), entries: ledger.entries as LedgerEntry[] }
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
    expect((await reportBy(signs)).body.code).toBe('signature.invalid')
    // Another one is never the first again.
    const anew = await deviceOf(testApp, donor)
    expect((await reportBy(anew)).body.code).toBe('device.waits')
    testApp.clock.moveTo(testApp.clock.now() + 25 * 3_600_000)
    admin = await testApp.administrator()
    const users = (await testApp.call('GET /users', admin)).body as { id: string; email: string }[]
    const login = { email: users.find(({ id }) => id === donor.id)!.email, password: PASSWORD }
    donor = { ...donor, token: (await testApp.call('POST /auth/login', null, { body: login })).body.access_token }
    expect((await reportBy(anew)).status).toBe(201)
    const { faults, signatures } = await verdict()
    expect([faults, signatures!.signed, signatures!.unsignedFound]).toEqual([[], 2, 0])
  })

  test('from a second device waits, which everybody is told, until an older one admits it by the hash of its key', async () => {
    const [older, newer] = [await deviceOf(testApp, donor), await deviceOf(testApp, donor)]
    const { body: waits } = await reportBy(newer)
    expect(waits.code).toBe('device.waits')
    // From when on, not 'in 24 hours', which is said again whenever it is tried.
    expect(waits.message).toMatch(/assina por você a partir de \d\d\/\d\d\/\d{4} \d\d:\d\d, ou logo que/)
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
    expect((await reportBy(newer)).status).toBe(201)
    expect((await verdict()).faults).toEqual([])
  })

  test('is signed with its words, which nobody can put in its person’s mouth afterwards', async () => {
    const signs = await deviceOf(testApp, donor)
    expect((await report(await signs({ act: 'report', donationId }))).body.code).toBe('signature.needed')
    const { image, words_salt } = spoken(donationId, 'Paguei ontem')
    const swapped = await report(await signs({ act: 'report', donationId, image }), { words_salt })
    expect(swapped.body.code).toBe('signature.invalid')
    const { id } = (await reportBy(signs)).body
    const says = async (headers: Record<string, string>, body: object) =>
      testApp.call('POST /reports/{id}/statements', donor.token, { params: { id }, body: body as never, headers })
    const text = 'Está no extrato de hoje.'
    const picture = await receipt()
    const said = spoken(id, text, createHash('sha256').update(picture).digest('hex'))
    const act = { act: 'say', donationId: id, image: said.image } as const
    expect((await says({}, { text })).body.code).toBe('signature.needed')
    const whole = { text, picture: picture.toString('base64'), words_salt: said.words_salt }
    expect((await says(await signs(act), { ...whole, text: 'Não paguei.' })).body.code).toBe('signature.invalid')
    const answer = await says(await signs(act), whole)
    expect(answer.status).toBe(201)
    const { entries, faults } = await verdict()
    expect(faults).toEqual([])
    const marks = answer.body.timeline.map(({ text: shown, proof }: ShownItem) => heldBy(entries, shown, proof))
    expect(marks).toEqual(['signed', 'signed'])
    // Other words under a hash and a salt of the server’s own are not those that the device signed.
    const { proof } = answer.body.timeline[1]
    expect(heldBy(entries, 'Não paguei.', proof)).toBe('differs')
    // So finds the verifier, from the file of one's own data: other words, and other words under a hash made of them.
    const data = (await testApp.call('GET /me/export', donor.token)).body
    const { body } = await testApp.call('GET /ledger/export', donor.token)
    const told = (words: object) => {
      const [first, ...more] = data.cases[0].timeline.filter((item: ShownItem) => item.text && item.proof)
      const cases = [{ timeline: [{ ...first, ...words }, ...more] }]
      const own = readOwnData(JSON.stringify({ ...data, cases }))
      return verify({ ...readLedger(body), own }).faults.map((fault) => fault.code)
    }
    expect(told({})).toEqual([])
    expect(told({ text: 'Não paguei.' })).toEqual(['own.words_differ'])
  })

  test('about a donation is of what its person saw: a rejection pressed twice rejects one receipt', async () => {
    const { receiver: payee } = (await testApp.call('GET /donations/to-send', donor.token)).body[0]
    const receiver = people.find(({ id }) => id === payee.id)!
    const signs = await deviceOf(testApp, receiver)
    const pays = async () =>
      testApp.call('POST /donations/{id}/comprovante', donor.token, {
        params: { id: donationId },
        body: { comprovanteBase64: (await receipt()).toString('base64') },
      })
    const press = async () => {
      const { words_salt, image } = spoken(donationId, REASON)
      return { headers: await signs({ act: 'reject_receipt', donationId, image }), words_salt }
    }
    const rejects = async ({ headers, words_salt }: Awaited<ReturnType<typeof press>>) => {
      const body = { reason: REASON, words_salt }
      const call = { params: { id: donationId }, body, headers }
      const answer = await testApp.call('POST /donations/{id}/reject-receipt', receiver.token, call)
      return answer.body.code ?? answer.status
    }
    await pays()
    const [first, kept] = [await press(), await press()]
    expect(await rejects(first)).toBe(201)
    expect((await pays()).status).toBe(201)
    expect(await rejects(kept)).toBe('donation.changed')
    expect(await rejects(await press())).toBe(201)
    expect((await verdict()).faults).toEqual([])
    // Why each was rejected is what the device signed: nobody has the donor pay elsewhere in its person’s words.
    const data = (await testApp.call('GET /me/export', donor.token)).body
    const { body } = await testApp.call('GET /ledger/export', donor.token)
    const told = (words: object) => {
      const changed = (one: { id: string; rejections: object[] }) =>
        one.id === donationId ? { ...one, rejections: one.rejections.map((each) => ({ ...each, ...words })) } : one
      const own = readOwnData(JSON.stringify({ ...data, donations: data.donations.map(changed) }))
      return verify({ ...readLedger(body), own }).faults.map((fault) => fault.code)
    }
    expect([told({}), told({ reason: 'Troquei de banco: pague na outra chave.' })]).toEqual([[], ['own.differs']])
  })
})
