import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkDraws } from '#circle/ledger/draws.ts'
import { drawOrder, REVEAL_WITHIN_MS } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import { replayRules } from '#circle/ledger/replay.ts'
import { signedTexts } from '#circle/ledger/verify.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { ledger } from '#server/tables/ledger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { deviceOf } from '#server/testing/device.ts'
import { actVerifier } from '../../scripts/verify-ledger.mjs'
import { amissOnDevice } from '#server/testing/shown-to-device.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Answer, Person, TestApp } from '#server/testing/test-app.ts'

const HOUR_MS = 3_600_000

describe('the draw of the first order', () => {
  let testApp: TestApp
  let admin: string
  let people: Person[]
  const numbers = new Map<string, string>()

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 5 }))
    admin = await testApp.administrator()
    people = await testApp.placed(5)
    numbers.clear()
  })

  const code = ({ status, body }: Answer) => [status, body.code]
  const begin = async (body: object = {}) => testApp.call('POST /draws', await testApp.administrator(), { body })
  const read = async (token: string): Promise<AnswerOf<'GET /draws'>> => (await testApp.call('GET /draws', token)).body
  const draw = async (token = admin) => (await read(token)).data[0]!
  const commitmentOf = (of: { circle_id: string; id: string }, memberId: string) => {
    if (!numbers.has(memberId)) numbers.set(memberId, randomBytes(32).toString('hex'))
    return sha256(numberText({ circleId: of.circle_id, drawId: of.id }, memberId, numbers.get(memberId)!))
  }
  const join = async (person: Person, headers: Record<string, string> = {}) => {
    const of = await draw(person.token)
    const body = { commitment: commitmentOf(of, person.id) }
    return testApp.call('POST /draws/{id}/join', person.token, { params: { id: of.id }, body, headers })
  }
  const open = async (person: Person, number = numbers.get(person.id)!) =>
    testApp.call('POST /draws/{id}/open', person.token, {
      params: { id: (await draw(person.token)).id },
      body: { number },
    })
  const pass = async (hours: number) => {
    testApp.clock.advance(hours * HOUR_MS)
    await runDueJobs(testApp.services)
    // A token does not live as long.
    admin = await testApp.administrator()
    const everybody: { id: string; email: string }[] = (await testApp.call('GET /users', admin)).body
    const signIn = async ({ id }: Person): Promise<Person> => {
      const { email } = everybody.find((user) => user.id === id)!
      const { body } = await testApp.call('POST /auth/login', null, { body: { email, password: PASSWORD } })
      return { id, token: body.access_token }
    }
    people = await Promise.all(people.map(signIn))
  }
  const queue = async () =>
    (await testApp.call('GET /queue', await testApp.administrator())).body.map(
      ({ user_id }: { user_id: string }) => user_id,
    )
  const notices = async (person: Person): Promise<string[]> =>
    (await testApp.call('GET /me/notices', person.token)).body.data.map(({ text }: { text: string }) => text)
  const entries = async () =>
    (await testApp.services.db.select().from(ledger).orderBy(ledger.seq)).map(
      ({ at, actorId, previousHash, circleId: _, ...rest }) => {
        return { ...rest, at: at.toISOString(), actor_id: actorId, previous_hash: previousHash }
      },
    )

  /** The rules repeat the ledger, and the verifier finds every draw in it right. */
  async function expectTrue() {
    const rows = await entries()
    expect(replayRules(rows).faults).toEqual([])
    expect(checkDraws((await draw()).circle_id, rows, sha256)).toEqual([])
  }

  test('commits to a secret, takes numbers, and with the last one shown the published order becomes the queue', async () => {
    const begun = await begin()
    expect(begun.status).toBe(201)
    expect(await draw()).toMatchObject({ phase: 'joining', secret: null, order: null })
    expect((await notices(people[0]!))[0]).toMatch(/^Vai ser sorteada a ordem da roda\./)
    for (const person of people) expect((await join(person)).status).toBe(200)
    expect((await draw()).phase).toBe('opening')
    expect((await notices(people[0]!))[0]).toMatch(/^Abra o sorteio até/)
    for (const person of people) expect((await open(person)).status).toBe(200)
    const done = await draw(people[0]!.token)
    expect(done.phase).toBe('done')
    const of = { circleId: done.circle_id, drawId: done.id }
    expect(sha256(secretText(of, done.secret!))).toBe(done.commitment)
    const memberIds = done.members.map(({ id }) => id)
    expect(done.order).toEqual(drawOrder(of, { memberIds, secret: done.secret!, numbers }, sha256))
    expect(await queue()).toEqual(done.order)
    const place = done.order!.indexOf(people[0]!.id) + 1
    expect((await notices(people[0]!))[0]).toBe(
      `A primeira ordem está feita: o seu lugar é o nº ${place} da fila do nível 1.`,
    )
    await expectTrue()
  })

  test('shows nobody the secret or a number before its time, and members no names', async () => {
    await begin()
    await join(people[0]!)
    const asked = JSON.stringify([await read(admin), await read(people[1]!.token), await entries()])
    expect(asked).not.toContain(numbers.get(people[0]!.id)!)
    const [mine, theirs] = [await draw(people[0]!.token), await draw(admin)]
    expect(mine.members.map(({ name }) => name)).toEqual(mine.members.map(() => null))
    expect(mine.members.filter(({ own }) => own)).toEqual([
      expect.objectContaining({ id: people[0]!.id, signed: false, number: null }),
    ])
    expect(theirs.members.every(({ name }) => name !== null)).toBe(true)
  })

  test('who does not join in time blocks nothing: the order follows by itself', async () => {
    await begin({ join_hours: 1, open_hours: 1 })
    await join(people[0]!)
    await join(people[1]!)
    await pass(1)
    expect(code(await join(people[2]!))).toEqual([409, 'draw.closed'])
    await open(people[0]!)
    expect((await draw(people[0]!.token)).phase).toBe('opening')
    await open(people[1]!)
    const done = await draw(people[0]!.token)
    expect(done.phase).toBe('done')
    expect(done.members.filter(({ number }) => number !== null)).toHaveLength(2)
    expect(await queue()).toEqual(done.order)
    await expectTrue()
  })

  test('a number that was joined and is not shown stops the draw: no order leaves it out, and another may begin', async () => {
    await begin({ join_hours: 1, open_hours: 1 })
    const before = await queue()
    await join(people[0]!)
    await join(people[1]!)
    await pass(1)
    await open(people[0]!)
    await pass(1)
    expect(code(await open(people[1]!))).toEqual([409, 'draw.not_opening'])
    expect(await draw(people[0]!.token)).toMatchObject({ phase: 'lapsed', secret: null, order: null })
    expect(await queue()).toEqual(before)
    const last = (await entries()).at(-1)!
    expect([last.kind, last.payload['reason']]).toEqual(['draw.lapsed', 'unopened'])
    expect((await begin()).status).toBe(201)
    await expectTrue()
  })

  test('a secret that nobody reveals in time lets the draw lapse; all are told, and it stays to be seen', async () => {
    await begin({ join_hours: 1, open_hours: 1 })
    const before = await queue()
    await pass(3 + REVEAL_WITHIN_MS / HOUR_MS)
    expect(await draw(people[0]!.token)).toMatchObject({ phase: 'lapsed', secret: null, order: null })
    expect(await queue()).toEqual(before)
    expect((await notices(people[3]!))[0]).toMatch(/^O sorteio da ordem caducou/)
    expect((await begin()).status).toBe(201)
    expect((await read(people[0]!.token)).data.map(({ phase }) => phase)).toEqual(['joining', 'lapsed'])
    await expectTrue()
  })

  test('runs once at a time, only before the first contributions, and lapses when these come first', async () => {
    const answers = await Promise.all([begin(), begin()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(code(await begin())).toEqual([409, 'draw.running'])
    expect((await read(admin)).why_not).toBe('Já há um sorteio em andamento.')
    await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
    await runDueJobs(testApp.services)
    expect((await draw()).phase).toBe('lapsed')
    expect(code(await begin())).toEqual([409, 'draw.not_first'])
    await expectTrue()
  })

  test('takes a number from the list alone, replaces it while members join, and shows only the one kept', async () => {
    await begin()
    const stranger = await testApp.registers(40)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: stranger.id } })
    expect(code(await join(stranger))).toEqual([403, 'draw.not_in_list'])
    expect((await join(people[0]!)).status).toBe(200)
    const length = (await entries()).length
    expect((await join(people[0]!)).status).toBe(200)
    expect((await entries()).length).toBe(length)
    numbers.delete(people[0]!.id)
    expect((await join(people[0]!)).status).toBe(200)
    expect(code(await open(people[0]!))).toEqual([409, 'draw.not_opening'])
    for (const person of people.slice(1)) await join(person)
    expect(code(await open(people[0]!, randomBytes(32).toString('hex')))).toEqual([409, 'draw.number_differs'])
    expect((await open(people[0]!)).status).toBe(200)
    expect((await open(people[0]!)).status).toBe(200)
    expect((await entries()).filter(({ kind }) => kind === 'draw.opened')).toHaveLength(1)
    for (const bad of ['', 'x'.repeat(64), 'A'.repeat(64)]) expect((await open(people[1]!, bad)).status).toBe(400)
    await expectTrue()
  })

  test('a draw that is over is settled once, however many processes try', async () => {
    await begin({ join_hours: 1, open_hours: 1 })
    testApp.clock.advance(2 * HOUR_MS)
    await Promise.all([runDueJobs(testApp.services), runDueJobs(testApp.services)])
    admin = await testApp.administrator()
    expect((await entries()).filter(({ kind }) => kind === 'queue.drawn')).toHaveLength(1)
    await expectTrue()
  })

  test('says how the order came about: the draw, and how often it was changed by hand since, with and without a reason', async () => {
    expect((await read(people[0]!.token)).order).toEqual({
      draw_id: null,
      is_agreed: false,
      is_brought_in: false,
      changes: 5,
      without_reason: 5,
    })
    await begin({ join_hours: 1, open_hours: 1 })
    await pass(2)
    const { id } = await draw(people[0]!.token)
    expect((await read(people[0]!.token)).order).toEqual({
      draw_id: id,
      is_agreed: false,
      is_brought_in: false,
      changes: 0,
      without_reason: 0,
    })
    const [entry] = (await testApp.call('GET /queue', admin)).body
    for (const body of [{ position: 3, reason: 'A pedido' }, { position: 1 }])
      await testApp.call('PATCH /queue/reorder/{id}', admin, { params: { id: entry.id }, body })
    expect((await read(people[0]!.token)).order).toEqual({
      draw_id: id,
      is_agreed: false,
      is_brought_in: false,
      changes: 2,
      without_reason: 1,
    })
    // And the ledger says so to every device.
    expect(await amissOnDevice(testApp, people[0]!)).toEqual([])
    const [, , drawn] = (await testApp.call('GET /queue/changes', admin)).body.data
    expect(drawn).toMatchObject({ kind: 'apply_draw', by: null, can_undo: false, why_not: null })
    expect(code(await testApp.call('POST /queue/changes/undo', admin, { body: { seq: drawn.seq } }))).toEqual([
      409,
      'queue.undo_not_last',
    ])
  })

  test('the part that a device signed says so, and a signature of another commitment is refused', async () => {
    const ana = people[0]!
    const signs = await deviceOf(testApp, ana)
    await begin()
    const signature = (image: string) => signs({ act: 'join_draw', image })
    const commitment = commitmentOf(await draw(), ana.id)
    expect(code(await join(ana, await signature(sha256('another'))))).toEqual([400, 'signature.invalid'])
    expect((await join(ana, await signature(commitment))).status).toBe(200)
    const own = (await draw(ana.token)).members.find(({ id }) => id === ana.id)
    expect(own).toMatchObject({ signed: true, commitment })
    const texts = signedTexts((await draw()).circle_id, await entries())
    expect(texts.map(({ seq }) => seq)).toHaveLength(1)
    expect(actVerifier()(texts[0]!)).toBe(true)
    await expectTrue()
  })
})
