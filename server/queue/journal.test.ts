import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { replayRules } from '#circle/ledger/replay.ts'
import { queueReasonText } from '#circle/queue-reason.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { loadState } from '#server/circle-store/load.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { replayLedger } from '#server/circle-store/testing/replay.ts'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'
import { notices } from '#server/tables/notices.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'

type Change = AnswerOf<'GET /queue/changes'>['data'][number]

describe('the journal of the queue', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
  })

  const order = async () =>
    (await testApp.call('GET /queue', admin)).body.map(
      ({ position, user_id, is_receiver }: { position: number; user_id: string; is_receiver: boolean }) =>
        `${position}:${people.findIndex(({ id }) => id === user_id) + 1}${is_receiver ? 'R' : ''}`,
    )
  const entryOf = async (n: number): Promise<string> =>
    (await testApp.call('GET /queue', admin)).body.find(
      ({ user_id }: { user_id: string }) => user_id === people[n - 1]!.id,
    ).id
  const reorder = async (n: number, position: number, reason?: string) =>
    testApp.call('PATCH /queue/reorder/{id}', admin, { params: { id: await entryOf(n) }, body: { position, reason } })
  const page = async (query = ''): Promise<{ data: Change[]; next: number | null }> =>
    (await testApp.call('GET /queue/changes', admin, { query })).body
  const last = async () => (await page()).data[0]!
  const undo = (seq: number, reason?: string) =>
    testApp.call('POST /queue/changes/undo', admin, { body: { seq, reason } })
  const code = ({ status, body }: Answer) => [status, body.code]
  const pull = () => testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  const entries = () => testApp.services.db.select().from(ledger).orderBy(ledger.seq)

  /** The stored state is what the ledger says, and the rules repeat every decision of it. */
  async function expectTrue() {
    const { db } = testApp.services
    const [row] = await db.select().from(circles)
    const stored = await transaction(db, (tx) => loadState(tx, row!))
    expect(await replayLedger(db, row!.id)).toEqual(stored)
    const rows = await entries()
    const read = rows.map(({ at, actorId, previousHash, ...rest }) => {
      return { ...rest, at: at.toISOString(), actor_id: actorId, previous_hash: previousHash }
    })
    expect(replayRules(read).faults).toEqual([])
  }

  test('tells who changed what, why, and what followed; the ledger holds the reason’s hash and never its words', async () => {
    expect((await reorder(5, 1, '  Vai viajar em dezembro.  ')).status).toBe(200)
    const change = await last()
    expect(change).toMatchObject({
      kind: 'reorder',
      level: 1,
      reason: 'Vai viajar em dezembro.',
      can_undo: true,
      why_not: null,
      followed: { cancelled: 0, matched: 0, debts: 0, turns: 0 },
    })
    expect(change.by).not.toBeNull()
    expect(change.moves.map(({ from, to }) => [from, to])).toEqual([
      [5, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ])
    const { salt, entry, ...of } = change.proof!
    const rows = await entries()
    const kept = rows.find(({ seq }) => seq === entry)!
    expect(kept.kind).toBe('queue.reason')
    expect(rows.find(({ seq }) => seq === change.seq)!.payload['command']).toMatchObject({ kind: 'reorder' })
    const words = { circleId: of.circle_id, seq: of.seq, reason: change.reason! }
    expect(kept.payload['hash']).toBe(sha256(queueReasonText(salt!, words)))
    // The answer names no hash: whoever reads looks it up in the ledger that they verified.
    expect(Object.keys(of).toSorted()).toEqual(['circle_id', 'seq'])
    expect(JSON.stringify(rows)).not.toContain('viajar')
    await expectTrue()
  })

  test('a reason is asked for by no plain call, and a bad one changes nothing', async () => {
    const id = await entryOf(2)
    for (const reason of ['', '   ', 'x'.repeat(301), 'a\u202Eb', 7])
      expect((await testApp.call('DELETE /queue/{id}', admin, { params: { id }, body: { reason } })).status).toBe(400)
    expect((await testApp.call('DELETE /queue/{id}', admin, { params: { id }, body: { why: 'x' } })).status).toBe(400)
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
    expect((await testApp.call('DELETE /queue/{id}', admin, { params: { id } })).status).toBe(200)
    expect(await last()).toMatchObject({ kind: 'remove', reason: null, proof: null })
  })

  test('every way to change a queue leaves a line with its reason', async () => {
    const [first, second] = [await entryOf(1), await entryOf(2)]
    const made: readonly [string, string, Record<string, string>, object][] = [
      ['edit_entry', 'PATCH /queue/{id}', { id: first }, { position: 40, is_receiver: true }],
      ['set_receiver', 'PATCH /queue/set-receiver/{a}/{b}', { a: first, b: second }, {}],
      ['next_receiver', 'PATCH /queue/next-receiver/{id}', { id: second }, {}],
      ['swap', 'PATCH /queue/swap-positions', {}, { firstUserId: people[2]!.id, secondUserId: people[3]!.id }],
      ['move_to_end', 'POST /queue/godown/move-user-to-end', {}, { user_id: people[1]!.id, donation_number: 1 }],
      ['remove', 'DELETE /queue/{id}', { id: first }, {}],
      ['place', 'POST /queue', {}, { user_id: people[0]!.id, position: 9 }],
    ]
    for (const [kind, call, params, body] of made) {
      const answer = await testApp.call(call as 'POST /queue', admin, {
        params,
        body: { ...body, reason: `Por ${kind}` },
      })
      expect(answer.status, `${kind} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      expect(await last()).toMatchObject({ kind, reason: `Por ${kind}` })
    }
    await expectTrue()
  })

  test('pages by key: nothing is seen twice, nothing is left out', async () => {
    for (const position of [1, 2, 3, 4]) await reorder(5, position, `Vez ${position}`)
    const whole = (await page('?limit=100')).data.map(({ seq }) => seq)
    const seen: number[] = []
    let before: number | null = null
    do {
      const read = await page(`?limit=2${before === null ? '' : `&before=${before}`}`)
      seen.push(...read.data.map(({ seq }) => seq))
      before = read.next
    } while (before !== null)
    expect(seen).toEqual(whole)
    expect((await page('?limit=2&before=1')).data).toEqual([])
  })

  test('undoes the last change as a new entry, and neither twice nor back again', async () => {
    await reorder(5, 1, 'Engano')
    const { seq } = await last()
    const undone = await undo(seq, 'Era outra pessoa')
    expect(undone.status).toBe(200)
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
    expect(undone.body.every(({ passed_user_ids: passed }: { passed_user_ids: string[] }) => passed.length === 0)).toBe(
      true,
    )
    const [undoing, change] = (await page()).data
    expect(undoing).toMatchObject({ kind: 'undo', undoes: seq, reason: 'Era outra pessoa', can_undo: false })
    expect(change).toMatchObject({ seq, undone_by: expect.any(Number), can_undo: false })
    expect(code(await undo(seq))).toEqual([409, 'queue.undo_done'])
    expect(code(await undo(undoing!.seq))).toEqual([409, 'queue.undo_not_last'])
    await expectTrue()
  })

  test('a removed member gets the very place back', async () => {
    await testApp.call('DELETE /queue/{id}', admin, { params: { id: await entryOf(2) } })
    expect(await order()).toEqual(['1:1', '3:3', '4:4', '5:5'])
    expect((await undo((await last()).seq)).status).toBe(200)
    expect(await order()).toEqual(['1:1', '2:2', '3:3', '4:4', '5:5'])
    await expectTrue()
  })

  test('what the circle as it stands does not allow is not offered: who was taken away is suspended since', async () => {
    await testApp.call('DELETE /queue/{id}', admin, { params: { id: await entryOf(2) } })
    const { seq, can_undo } = await last()
    expect(can_undo).toBe(true)
    const params = { id: people[1]!.id }
    const away = await testApp.call('PATCH /users/{id}', admin, { params, body: { status: 'SUSPENDED' } })
    expect(away.status).toBe(200)
    const refused = await undo(seq)
    expect(code(refused)).toEqual([409, 'queue.undo_impossible'])
    const { why_not, ...change } = await last()
    expect(change).toMatchObject({ seq, can_undo: false })
    // The page says before it that it cannot be undone.
    expect(refused.body.message).toBe(`Não dá para desfazer: ${why_not}`)
  })

  test('two administrators, two tabs: what is no longer the last change is refused, and of two at once one wins', async () => {
    await reorder(5, 1)
    const { seq } = await last()
    await reorder(4, 1)
    expect(code(await undo(seq))).toEqual([409, 'queue.undo_not_last'])
    const newest = (await last()).seq
    const answers = await Promise.all([undo(newest), undo(newest)])
    expect(answers.map(code).toSorted()).toEqual([
      [200, undefined],
      [409, 'queue.undo_done'],
    ])
    expect(await order()).toEqual(['1:5', '2:1', '3:2', '4:3', '5:4'])
    await expectTrue()
  })

  test('says what rests on a change: this month’s donations, or those that the change itself cancelled', async () => {
    await reorder(5, 1)
    const { seq } = await last()
    await pull()
    const later = await last()
    expect(later).toMatchObject({ seq, can_undo: false })
    expect(later.why_not).toMatch(/^depois desta mudança, .* \(lançamento \d+\)\.$/)
    const refused = await undo(seq)
    expect(code(refused)).toEqual([409, 'queue.undo_rests'])
    expect(refused.body.message).toBe(`Não dá para desfazer: ${later.why_not}`)
    await testApp.call('PATCH /queue/next-receiver/{id}', admin, { params: { id: await entryOf(5) } })
    const change = await last()
    expect(change.followed.cancelled).toBeGreaterThan(0)
    expect(change.roles.map(({ receiver }) => receiver).toSorted()).toEqual([false, true])
    expect(change.why_not).toMatch(/^com esta mudança, .*cancelada/)
    expect(code(await undo(change.seq))).toEqual([409, 'queue.undo_rests'])
    await expectTrue()
  })

  test('the member whose place is given back is told', async () => {
    await reorder(5, 1)
    await undo((await last()).seq)
    const { body } = await testApp.call('GET /me/notices', people[4]!.token)
    expect(body.data.slice(0, 2).map(({ text }: { text: string }) => text)).toEqual([
      'Seu lugar mudou: agora é o nº 5 da fila do nível 1.',
      'Seu lugar mudou: agora é o nº 1 da fila do nível 1.',
    ])
  })

  test('whose place moved reads why in the notice, and finds it in their own data; it goes with whom it names', async () => {
    await reorder(5, 1, 'Porque a Pessoa Cinco pediu')
    const told = async (n: number) =>
      (await testApp.call('GET /me/notices', people[n - 1]!.token)).body.data[0].text as string
    expect(await told(5)).toBe(
      'Seu lugar mudou: agora é o nº 1 da fila do nível 1. Motivo: Porque a Pessoa Cinco pediu',
    )
    expect(await told(1)).toContain('Motivo: Porque a Pessoa Cinco pediu')
    const { body } = await testApp.call('GET /me/export', people[4]!.token)
    expect(body.queue_changes.at(-1)).toMatchObject({ kind: 'reorder', reason: 'Porque a Pessoa Cinco pediu' })
    expect(body.invitation).toBeNull()
    expect((await testApp.call('DELETE /me', people[4]!.token, { body: { password: PASSWORD } })).status).toBe(200)
    const kept = await testApp.services.db.select().from(notices)
    expect(JSON.stringify(kept.map(({ facts }) => facts))).not.toContain('Cinco')
  })

  test('a reason that could be paid to is shown to no member of a demonstration', async () => {
    await reorder(5, 1, 'Pague na chave ana@exemplo.com.br')
    const { body } = await testApp.call('GET /me/notices', people[4]!.token)
    expect(JSON.stringify(body.data)).not.toContain('ana@exemplo')
    expect(JSON.stringify((await testApp.call('GET /me/export', people[4]!.token)).body)).not.toContain('ana@exemplo')
  })

  test('erasing a person erases the reasons of the changes that name them, with what opens their hash', async () => {
    await reorder(5, 1, 'Porque a Pessoa Cinco pediu')
    await reorder(4, 1, 'Porque a Pessoa Quatro pediu')
    expect((await testApp.call('DELETE /me', people[4]!.token, { body: { password: PASSWORD } })).status).toBe(200)
    const told = (await page('?limit=100')).data.filter(({ kind }) => kind === 'reorder')
    // The mark stays in the ledger: a reason that comes without what opens it is said to be one that nobody can tell of.
    expect(told.map(({ reason, proof }) => [reason, proof!.salt === null])).toEqual([
      ['Porque a Pessoa Quatro pediu', false],
      ['(apagado a pedido de quem saiu)', true],
    ])
  })

  test('undoing nothing, or in another circle, is answered as such', async () => {
    expect(code(await undo(999_999))).toEqual([409, 'queue.undo_not_last'])
    expect((await undo(0)).status).toBe(400)
    expect((await testApp.call('GET /queue/changes', people[0]!.token)).status).toBe(403)
    expect((await testApp.services.db.select().from(ledger).where(eq(ledger.kind, 'queue.change_undone'))).length).toBe(
      0,
    )
  })
})
