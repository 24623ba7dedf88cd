import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { isChosen, openMemberWords } from '#circle/ledger/member-words.ts'
import { signerOf } from '#circle/testing/ed25519.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { deviceOf } from '#server/testing/device.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'

let testApp: TestApp
let [ana, bia, caio]: Person[] = []

beforeAll(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 3 }))
})
beforeEach(async () => {
  ;[ana, bia, caio] = await testApp.placed(3)
})

const readBack = async () => {
  const headers = { authorization: `Bearer ${await testApp.administrator()}` }
  return readLedger((await testApp.app.inject({ method: 'GET', url: '/api/ledger/export', headers })).body)
}
const words = async () => {
  const { entries } = await readBack()
  const read = openMemberWords(sha256)
  const faults = (entries as LedgerEntry[]).flatMap((entry) => read.read(entry) ?? [])
  return { ...read.result(), faults }
}

describe('a member’s word for another', () => {
  const say = (who: Person, path: 'POST /me/vouches' | 'POST /me/vouches/withdraw', about: string, headers = {}) =>
    testApp.call(path, who.token, { body: { member_id: about }, headers })

  test('counts as their device signed it, once, until they take it back; and the verifier finds nothing', async () => {
    const signs = await deviceOf(testApp, ana!)
    const act = { act: 'vouch', donationId: bia!.id } as const
    for (let times = 0; times < 2; times += 1)
      expect((await say(ana!, 'POST /me/vouches', bia!.id, await signs(act))).body).toEqual({
        member_id: bia!.id,
        known: true,
      })
    const { knownBy, faults } = await words()
    expect([[...knownBy.get(bia!.id)!], faults]).toEqual([[ana!.id], []])
    const { entries } = await readBack()
    expect((entries as { kind: string }[]).filter(({ kind }) => kind === 'member.vouched')).toHaveLength(1)
    await say(ana!, 'POST /me/vouches/withdraw', bia!.id, await signs({ ...act, act: 'unvouch' }))
    expect([...(await words()).knownBy.get(bia!.id)!]).toEqual([])
    const { faults: found, signatures } = verify(await readBack())
    expect([found, signatures!.unsigned]).toEqual([[], []])
  })

  test('is refused without a signature, with that of a word for somebody else, about oneself, and about strangers', async () => {
    const signs = await deviceOf(testApp, caio!)
    const refused = async (about: string, headers = {}) =>
      (await say(caio!, 'POST /me/vouches', about, headers)).body.code
    expect(await refused(bia!.id)).toBe('signature.needed')
    expect(await refused(bia!.id, await signs({ act: 'vouch', donationId: ana!.id }))).toBe('signature.invalid')
    expect(await refused(caio!.id, await signs({ act: 'vouch', donationId: caio!.id }))).toBe('vouch.oneself')
    const nobody = '01234567-89ab-7def-8123-456789abcdef'
    expect(await refused(nobody, await signs({ act: 'vouch', donationId: nobody }))).toBe('resource.not_found')
    expect((await words()).knownBy.get(bia!.id)?.has(caio!.id) ?? false).toBe(false)
  })

  test('written in their name without their device is named by the verifier', async () => {
    const { services } = testApp
    const author = { actorId: caio!.id, actor: { via: 'password' as const }, signed: null }
    const circleId = (await testApp.call('GET /circle', caio!.token)).body.id
    await withCircle({ ...services, ...author }, circleId, ({ note }) =>
      note({ kind: 'member.vouched', memberId: caio!.id, subjectId: bia!.id }),
    )
    expect((await words()).knownBy.get(bia!.id)?.has(caio!.id) ?? false).toBe(false)
    expect(verify(await readBack()).faults.map(({ code }) => code)).toEqual(['word.unsigned'])
  })
})

describe('a witness that members choose', () => {
  const witness = verifierKeyText(signerOf('maria.example', new Uint8Array(32).fill(3)).witness)
  const choose = (who: Person, key: string, headers = {}) =>
    testApp.call('POST /me/witnesses', who.token, { body: { witness: key }, headers })

  test('counts for whoever signed its key, and for everybody once half of them did', async () => {
    const act = { act: 'choose_witness', image: sha256(witness) } as const
    const signs = await deviceOf(testApp, ana!)
    expect((await choose(ana!, witness, await signs(act))).body).toEqual({ witness, chosen: true })
    const one = await words()
    expect([isChosen(one, witness, ana!.id), isChosen(one, witness, bia!.id)]).toEqual([true, false])
    await choose(bia!, witness, await (await deviceOf(testApp, bia!))(act))
    expect(isChosen(await words(), witness, caio!.id)).toBe(true)
    const dropped = await testApp.call('POST /me/witnesses/drop', ana!.token, {
      body: { witness },
      headers: await signs({ ...act, act: 'drop_witness' }),
    })
    expect(dropped.body).toEqual({ witness, chosen: false })
    const { witnesses } = await words()
    expect([...witnesses.get(witness)!]).toEqual([bia!.id])
    expect(verify(await readBack()).faults.filter(({ code }) => code !== 'word.unsigned')).toEqual([])
  })

  test('is no key of another kind, and not one that another signature is of', async () => {
    const signs = await deviceOf(testApp, caio!)
    const log = verifierKeyText(signerOf('maria.example', new Uint8Array(32).fill(3)).note)
    const signed = (key: string) => signs({ act: 'choose_witness', image: sha256(key) })
    expect((await choose(caio!, log, await signed(log))).body.code).toBe('witness.unreadable')
    expect((await choose(caio!, witness, await signed(log))).body.code).toBe('signature.invalid')
    expect((await choose(caio!, witness)).body.code).toBe('signature.needed')
    expect((await choose(caio!, 'maria', await signed(witness))).status).toBe(400)
  })
})

test('who left says no more word, also not to take one back: it counts no more, and every verifier would refuse it', async () => {
  const signs = await deviceOf(testApp, bia!)
  const about = { body: { member_id: caio!.id } }
  const vouched = await signs({ act: 'vouch', donationId: caio!.id })
  expect((await testApp.call('POST /me/vouches', bia!.token, { ...about, headers: vouched })).status).toBe(200)
  const leaving = { body: { password: PASSWORD }, headers: await signs({ act: 'leave' }) }
  expect((await testApp.call('POST /me/leave', bia!.token, leaving)).status).toBe(200)
  const witness = verifierKeyText(signerOf('outra.example', new Uint8Array(32).fill(4)).witness)
  const said = [
    ['POST /me/vouches/withdraw', about, { act: 'unvouch', donationId: caio!.id }],
    ['POST /me/witnesses', { body: { witness } }, { act: 'choose_witness', image: sha256(witness) }],
  ] as const
  for (const [name, sent, act] of said)
    expect((await testApp.call(name, bia!.token, { ...sent, headers: await signs(act) })).body.code).toBe(
      'access.denied',
    )
  const { knownBy, faults } = await words()
  expect([knownBy.get(caio!.id)?.has(bia!.id) ?? false, faults.includes('word.not_theirs')]).toEqual([false, false])
})
