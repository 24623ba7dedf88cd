import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { swapText } from '#circle/ledger/swaps.ts'
import { substituteText } from '#circle/ledger/substitutes.ts'
import { presets } from '#circle/plan.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { donations } from '#server/tables/donations.ts'
import { entries } from '#server/tables/entries.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { foundsOrganisedRoda } from '#server/testing/organised-roda.ts'
import { ADMINISTRATOR, createTestApp } from '#server/testing/test-app.ts'
import type { Answer } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000

/** The status of a refusal, and its sentence, which says what to do. */
const said = ({ status, body }: Answer) => [status, body.message]

describe('a roda refuses in a sentence that says what to do', () => {
  test('a turn exchanged with who receives, a fourth place, a substitute of the roda, a third pause', async () => {
    const testApp = await createTestApp(await openTestDatabase(), {}, presets.roda)
    const [ana, bia] = await testApp.placed(4)
    const signs = await deviceOf(testApp, bia!)
    const places = { body: { shares: 4 }, headers: await signs({ act: 'take_shares', level: 3 }) }
    expect(said(await testApp.call('POST /me/shares', bia!.token, places))).toEqual([
      400,
      'Escolha de um a três lugares.',
    ])
    const substitute = { substituteId: randomUUID(), memberId: bia!.id, newcomerId: ana!.id }
    const given = sha256(substituteText({ ...substitute, givenCents: 0, receivedCents: 0 }))
    const asked = {
      body: { id: substitute.substituteId, member_id: ana!.id, given: 0, received: 0, hash: given },
      headers: await signs({ act: 'ask_substitute', donationId: ana!.id, image: given }),
    }
    expect(said(await testApp.call('POST /me/substitutes', bia!.token, asked))).toEqual([
      409,
      'Essa pessoa já tem um lugar na roda. Escolha alguém que ainda não tenha.',
    ])
    const month = async () =>
      testApp.call('POST /donations/admin/generate-monthly-pull', await testApp.administrator(), { body: {} })
    await month()
    const id = randomUUID()
    const swap = {
      body: { id, member_id: ana!.id, position: 2, other_position: 1 },
      headers: await signs({ act: 'ask_swap', donationId: ana!.id, image: sha256(swapText(id, 2, 1)) }),
    }
    expect(said(await testApp.call('POST /me/swaps', bia!.token, swap))).toEqual([
      409,
      'Uma das duas pessoas já está recebendo, e a vez dela não se troca mais. Escolha quem ainda espera.',
    ])
    const pauses = async () => {
      const all = await testApp.services.db.select().from(donations).where(eq(donations.donorId, bia!.id))
      const unpaid = all.find(({ pausedUntil }) => pausedUntil === null)!
      const params = { id: unpaid.id }
      return testApp.call('POST /admin/donations/{id}/pause', await testApp.administrator(), { params })
    }
    for (const _ of [1, 2]) {
      expect((await pauses()).status).toBe(201)
      testApp.clock.advance(31 * 24 * HOUR_MS)
      await month()
    }
    expect(said(await pauses())).toEqual([
      409,
      'Esta pessoa já teve duas pausas nesta volta, e mais não há. Ela pode pagar em partes, ou depois do prazo: também vale.',
    ])
  })

  test('rows that do not add up, the organiser’s own naming as a helper, her helper as a fiscal, and her own way up', async () => {
    const testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    const { circleId, cida: founder } = await foundsOrganisedRoda(testApp, { people: 4 })
    const cida = { ...founder }
    const ids = [cida.id]
    for (let n = 1; n <= 3; n += 1) {
      const { id } = await testApp.registers(n)
      await testApp.call('PATCH /users/{id}/approve', cida.token, { params: { id } })
      ids.push(id)
    }
    const asCida = (name: Parameters<typeof testApp.call>[0], sent?: Parameters<typeof testApp.call>[2]) =>
      testApp.call(name, cida.token, sent)
    // The first turn is over: who had it received from the three others.
    const rows = ids.map((member_id, index) => ({ member_id, given: index && 100, received: index ? 0 : 300 }))
    const wrong = [...rows.slice(0, 3), { ...rows[3]!, given: 99.99 }]
    expect(said(await asCida('POST /admin/beginning', { body: { rows: wrong } }))).toEqual([
      409,
      expect.stringMatching(/^As contas não fecham: 4ª linha: .*R\$\s99,99/),
    ])
    const helped = async (id: string, helper_id: string) =>
      asCida('POST /users/{id}/helper', {
        params: { id },
        body: { helper_id, paperBase64: await receiptPicture(id) },
      })
    // She never names herself, and a server that lets her is found by the verifier (circle/ledger/helpers.test.ts).
    expect(said(await helped(ids[1]!, cida.id))).toEqual([
      403,
      'Ninguém dá a si mesmo a ajuda a outra pessoa. Peça a outra pessoa que administra.',
    ])
    expect((await helped(cida.id, ids[1]!)).status).toBe(201)
    expect(said(await asCida('POST /fiscals', { body: { member_id: ids[1] } }))).toEqual([
      409,
      'Quem organiza, quem ajuda essa pessoa e quem ela ajuda não podem ser fiscais. Indique outra pessoa da roda.',
    ])
    await asCida('POST /draws', { body: { join_hours: 1, open_hours: 1 } })
    testApp.clock.advance(3 * HOUR_MS)
    await runDueJobs(testApp.services)
    cida.token = (await testApp.call('POST /auth/login', null, { body: ADMINISTRATOR })).body.access_token
    await asCida('POST /admin/circles/{id}/select', { params: { id: circleId } })
    await asCida('POST /donations/admin/generate-monthly-pull', { body: {} })
    const places = await testApp.services.db.select().from(entries).where(eq(entries.circleId, circleId))
    const own = places.find(({ memberId }) => memberId === cida.id)!
    const up = { params: { id: own.id }, body: { position: own.position === 1 ? 2 : 1, reason: 'Combinado' } }
    expect(said(await asCida('PATCH /queue/reorder/{id}', up))).toEqual([
      403,
      'Este assunto é seu também, ou de quem tem uma doação em aberto com você. Quem decide é outra pessoa que administra, ou um fiscal: se não há, convide uma pessoa ou indique um fiscal.',
    ])
  })
})
