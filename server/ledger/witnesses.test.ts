import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cosignedAt, parseCheckpoint, parseNote, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { signerOf } from '#circle/testing/ed25519.ts'
import { parseAddCheckpoint } from '#circle/ledger/witness.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { readConfig } from '#server/lib/config.ts'
import { sha256Bytes, verifyEd25519 } from '#server/lib/signing.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, NOON } from '#server/testing/test-app.ts'
import { runWitness, startWitness } from '../../scripts/witness/run-witness.ts'
import { verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { askWitnesses } from './witnesses.ts'

const MINUTE_MS = 60_000

function ownFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-witness-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'testemunha.json')
}

/** A real server on the template's circle: two of them have the same circle and the same key, and each its own ledger. */
async function circleServer(settings: Record<string, string> = {}) {
  const testApp = await createTestApp(await openTestDatabase({ placed: 3 }), settings)
  const admin = await testApp.administrator()
  const circleId = (await testApp.call('GET /circle', admin)).body.id as string
  const people = await testApp.placed(3)
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    testApp,
    admin,
    circleId,
    log: `${url}/api/logs/${circleId}`,
    port: Number(new URL(url).port),
    moves: (person: number) =>
      testApp.call('POST /queue/godown/move-user-to-end', admin, {
        body: { user_id: people[person]!.id, donation_number: 1 },
      }),
    checkpoint: async () => (await testApp.call('POST /ledger/checkpoint', people[0]!.token)).body,
    witnesses: async () => (await testApp.call('GET /ledger/checkpoint', people[0]!.token)).body.witnesses,
  }
}

describe('two servers that show different ledgers to different members', () => {
  /** The operator’s front: it sends whom it likes to the one ledger or to the other. */
  async function front(first: number) {
    let port = first
    const server = createServer((request, response) => {
      const { method, url: route, headers } = request
      request.pipe(
        forward({ port, host: '127.0.0.1', method, path: route, headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(response)
        }),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return {
      address: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
      sendsTo: (other: number) => {
        port = other
      },
    }
  }

  test('are found by a witness that looks: it shouts, whichever of the two has gone on further', async () => {
    const [one, other] = [await circleServer(), await circleServer()]
    expect(one.circleId).toBe(other.circleId)
    await one.moves(0)
    await other.moves(1)
    await Promise.all([one.checkpoint(), other.checkpoint()])
    const operator = await front(one.port)
    const url = `${operator.address}/api/logs/${one.circleId}`
    const [file, second] = [ownFile(), ownFile()]
    for (const own of [file, second]) expect((await runWitness([url, '--once', '--file', own])).status).toBe(0)
    operator.sendsTo(other.port)
    const shouted = await runWitness([url, '--once', '--file', file])
    expect(shouted).toMatchObject({ status: 1, err: expect.stringContaining('O passado mudou') })
    await other.moves(0)
    await other.checkpoint()
    expect(await runWitness([url, '--once', '--file', second])).toMatchObject({
      status: 1,
      err: expect.stringContaining('O passado mudou'),
    })
  })

  test('get one cosignature between them: the other ledger is refused it, and the witness shouts', async () => {
    const honest = await circleServer()
    await honest.moves(0)
    await honest.checkpoint()
    const file = ownFile()
    const witness = startWitness([honest.log, '--file', file, '--listen', '0'])
    const address = await witness.listening()
    const key = /Chave desta testemunha: (\S+)/.exec(witness.said.out)![1]!
    const WITNESSES = `${key} ${address}`
    const other = await circleServer({ WITNESSES })
    await other.moves(1)
    await other.moves(0)
    await other.checkpoint()
    await expect(askWitnesses(other.testApp.services, other.circleId)).rejects.toThrow('answered 422')
    expect(await witness.ended).toBe(1)
    expect(witness.said.err).toContain('O passado mudou')
    expect(await other.witnesses()).toMatchObject([{ key, cosigned: null }])
  })
})

describe('the witnesses of the configuration', () => {
  test('cosign each checkpoint, as members see with the time, and the note carries what verifies', async () => {
    const watched = await circleServer()
    const witness = startWitness([watched.log, '--file', ownFile(), '--listen', '0', '--name', 'maria.example'])
    const address = await witness.listening()
    const key = /Chave desta testemunha: (\S+)/.exec(witness.said.out)![1]!
    const config = readConfig({ WITNESSES: `${key} ${address}/`, LOG_LEVEL: 'silent' })
    expect(config.witnesses).toMatchObject([{ url: address, key: { name: 'maria.example' } }])
    const services = { ...watched.testApp.services, config, clock: { now: () => Date.now() } }
    await askWitnesses(services, watched.circleId)
    await watched.moves(0)
    await watched.checkpoint()
    await askWitnesses(services, watched.circleId)
    // Without anything new nothing is asked: the witness may be gone.
    expect(await witness.stop()).toBe(0)
    await askWitnesses(services, watched.circleId)
    const note = parseNote((await watched.checkpoint()).note)!
    const seconds = cosignedAt(note.text, note.signatures, parseVerifierKey(sha256Bytes, key)!, verifyEd25519)!
    expect(await watched.witnesses()).toEqual([
      {
        name: 'maria.example',
        key,
        cosigned: {
          size: parseCheckpoint(note.text)!.size,
          at: new Date(seconds * 1_000).toISOString(),
          note: (await watched.checkpoint()).note,
        },
      },
    ])
  })

  /** A witness of any behaviour: answers with what is given, and notes what it was asked. */
  async function stub(answers: (body: string) => { status: number; type?: string; body?: string }) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        asked.push(body)
        const { status, type = 'text/plain', body: said = '' } = answers(body)
        response.writeHead(status, { 'Content-Type': type }).end(said)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { asked, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }
  }

  const own = signerOf('w.example', new Uint8Array(32).fill(3))
  const stranger = signerOf('w.example', new Uint8Array(32).fill(4))
  const cosigns = (by: typeof own, at: number) => (body: string) => ({
    status: 200,
    body: by.cosigns(parseNote(parseAddCheckpoint(body)!.note)!.text, Math.floor(at / 1_000)),
  })
  const circleWith = async (url: string) => circleServer({ WITNESSES: `${verifierKeyText(own.witness)} ${url}` })

  test('that answer with another’s signature, a future time or one of days ago, nonsense, too much or nothing are not believed', async () => {
    let behave: (body: string) => { status: number; type?: string; body?: string } = cosigns(stranger, NOON)
    const { url } = await stub((body) => behave(body))
    const { testApp, circleId, checkpoint, witnesses } = await circleWith(url)
    await checkpoint()
    let later = NOON
    const fails = async (reason: string) => {
      later += 7 * 3_600_000
      const services = { ...testApp.services, clock: { now: () => later } }
      await expect(askWitnesses(services, circleId)).rejects.toThrow(reason)
    }
    await fails('no cosignature of its key')
    behave = cosigns(own, NOON + 365 * 86_400_000)
    await fails('no cosignature of its key')
    // A small machine that started without a network knows no time yet, and by its signature entries would be dated back.
    behave = cosigns(own, NOON - 2 * 86_400_000)
    await fails('its clock is behind')
    behave = () => ({ status: 200, body: 'hello' })
    await fails('no cosignature of its key')
    behave = () => ({ status: 200, body: 'x'.repeat(100_000) })
    await fails('too much')
    behave = () => ({ status: 403 })
    await fails('answered 403')
    behave = () => ({ status: 409, type: 'text/x.tlog.size', body: '99999\n' })
    await fails('a longer ledger, of 99999 entries')
    testApp.clock.moveTo(NOON)
    expect(await witnesses()).toMatchObject([{ cosigned: null }])
  })

  test('are asked again later after a failure, and with the size that they say they know', async () => {
    let knows = 3
    let isThere = false
    const { asked, url } = await stub((body) => {
      if (!isThere) return { status: 503 }
      const { oldSize } = parseAddCheckpoint(body)!
      if (oldSize !== knows) return { status: 409, type: 'text/x.tlog.size', body: `${knows}\n` }
      return cosigns(own, NOON)(body)
    })
    const { testApp, checkpoint, witnesses } = await circleWith(url)
    const { size } = await checkpoint()
    await expect(runDueJobs(testApp.services)).rejects.toThrow('1 jobs failed')
    expect(asked).toHaveLength(1)
    await runDueJobs(testApp.services)
    expect(asked).toHaveLength(1)
    isThere = true
    testApp.clock.moveTo(NOON + 3 * MINUTE_MS)
    await runDueJobs(testApp.services)
    expect(asked.map((body) => parseAddCheckpoint(body)!.oldSize)).toEqual([0, 0, knows])
    expect(await witnesses()).toMatchObject([
      { name: 'w.example', cosigned: { size, at: new Date(NOON).toISOString() } },
    ])
    await runDueJobs(testApp.services)
    expect(asked).toHaveLength(3)
    knows = size
  })

  test('are asked again at once when a failure was noted while the clock was ahead', async () => {
    let isThere = false
    const { asked, url } = await stub((body) => (isThere ? cosigns(own, NOON)(body) : { status: 503 }))
    const { testApp, checkpoint, witnesses } = await circleWith(url)
    await checkpoint()
    testApp.clock.moveTo(NOON + 12 * 60 * MINUTE_MS)
    await expect(runDueJobs(testApp.services)).rejects.toThrow('1 jobs failed')
    testApp.clock.moveTo(NOON)
    isThere = true
    await runDueJobs(testApp.services)
    expect(asked).toHaveLength(2)
    expect(await witnesses()).toMatchObject([{ cosigned: { at: new Date(NOON).toISOString() } }])
  })

  test('are none unless named, and a name that is not one stops the start with one line', () => {
    const key = verifierKeyText(own.witness)
    expect(readConfig({}).witnesses).toEqual([])
    expect(
      readConfig({ WITNESSES: `${key} https://w.example, ${key} http://x/y/` }).witnesses.map(({ url }) => url),
    ).toEqual(['https://w.example', 'http://x/y'])
    for (const wrong of [
      'x',
      key,
      `${key} w.example`,
      `${key} ftp://w.example`,
      `https://w.example ${key}`,
      `${key}x https://w`,
    ])
      expect(() => readConfig({ WITNESSES: wrong }), wrong).toThrow('WITNESSES')
  })
})

describe('a witness that looks at a real circle', () => {
  test('cosigns it day after day, whatever happens in it', async () => {
    const { testApp, log, moves } = await circleServer()
    const file = ownFile()
    for (let day = 0; day < 3; day += 1) {
      testApp.clock.moveTo(NOON + day * 60 * MINUTE_MS)
      await moves(day)
      await runDueJobs(testApp.services)
      await testApp.call('POST /ledger/checkpoint', await testApp.administrator())
      expect((await runWitness([log, '--once', '--file', file])).status).toBe(0)
    }
    const { logs } = JSON.parse(readFileSync(file, 'utf8')) as { logs: Record<string, { alarm: unknown }> }
    expect(Object.values(logs)).toMatchObject([{ alarm: null }])
  })
})
