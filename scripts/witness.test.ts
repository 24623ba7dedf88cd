import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  cosignedAt,
  parseCheckpoint,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
} from '#circle/ledger/checkpoint.ts'
import { dose } from '#circle/testing/dose.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { history, logOf, ORIGIN, serveLog } from './witness/fake-log.ts'
import type { History } from './witness/fake-log.ts'
import { openMemory } from './witness/memory.ts'
import type { WatchedLog } from './witness/memory.ts'
import { buildWitness, runWitness, startWitness } from './witness/run-witness.ts'
import { answer as answersTo, look } from './witness/watch.ts'

const KILLS = dose(4, 300)

buildWitness()

function ownFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-witness-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'testemunha.json')
}

const remembered = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { logs: Record<string, WatchedLog> }).logs[ORIGIN]!
const sizeIn = (file: string) => parseCheckpoint(parseNote(remembered(file).note!)!.text)!.size
const keyIn = (out: string) => parseVerifierKey(sha256, /Chave desta testemunha: (\S+)/.exec(out)![1]!)!
const post = (url: string, body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body })

describe('a witness that looks by itself', () => {
  test('cosigns what continues, keeps it, and ends with 0', async () => {
    const log = await serveLog(history(5))
    const file = ownFile()
    const first = await runWitness([log.url, '--once', '--file', file, '--name', 'maria.example'])
    expect(first).toMatchObject({ status: 0, err: '', out: expect.stringContaining('5 lançamentos, assinado') })
    expect(keyIn(first.out).name).toBe('maria.example')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    log.shows(history(12))
    const second = await runWitness([log.url, '--once', '--file', file])
    expect(second).toMatchObject({ status: 0, out: expect.stringContaining('12 lançamentos, assinado') })
    expect(keyIn(second.out)).toEqual(keyIn(first.out))
    expect(sizeIn(file)).toBe(12)
    expect(await runWitness([log.url, '--once', '--file', file])).toMatchObject({
      status: 0,
      out: expect.stringContaining('nada de novo'),
    })
  })

  test('remembers in a folder of its user, and where one began in the folder that it is started in, there', async () => {
    const log = await serveLog(history(5))
    const home = path.dirname(ownFile())
    const started = path.dirname(ownFile())
    const file = path.join(home, 'ciranda', 'testemunha.json')
    const run = (args: readonly string[] = []) =>
      runWitness([log.url, '--once', ...args], { XDG_STATE_HOME: home, HOME: home }, started)
    const first = await run()
    expect(first).toMatchObject({ status: 0, err: '', out: expect.stringContaining(`testemunha: ${file}\n`) })
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(existsSync(path.join(started, 'testemunha.json'))).toBe(false)
    log.shows(history(12))
    const again = await run()
    expect([keyIn(again.out), sizeIn(file)]).toEqual([keyIn(first.out), 12])
    expect((await run(['--file', 'testemunha.json', '--name', 'antes'])).status).toBe(0)
    log.shows(history(14))
    const before = await run()
    expect(before.out).toContain(`${path.join(started, 'testemunha.json')}, como antes`)
    expect([keyIn(before.out).name, sizeIn(file)]).toEqual(['antes', 12])
  })

  const lies: [what: string, shown: History, said: string][] = [
    ['rewritten at its size', history(8, { salt: 'lie' }), 'O passado mudou'],
    ['rewritten and longer', history(20, { salt: 'lie' }), 'O passado mudou'],
    ['with one entry changed', { ...history(9), entries: history(9).entries.with(3, 'lie') }, 'O passado mudou'],
    ['shorter', history(7), 'O livro encolheu de 8 para 7'],
    ['empty', history(0), 'O livro encolheu de 8 para 0'],
    ['signed by another key', history(9, { seed: 8 }), 'A chave que assina o livro mudou'],
  ]
  test.each(lies)(
    'shouts and ends with 1 when the ledger is %s, from then on at every start',
    async (_, shown, said) => {
      const log = await serveLog(history(8))
      const file = ownFile()
      expect((await runWitness([log.url, '--once', '--file', file])).status).toBe(0)
      log.shows(shown)
      const shouted = await runWitness([log.url, '--once', '--file', file])
      expect(shouted).toMatchObject({ status: 1, err: expect.stringContaining(said) })
      // Both sides, each signed by the log, for everybody to compare.
      expect(shouted.err).toContain(logOf(history(8)).note)
      expect(shouted.err).toContain(logOf(shown).note)
      // An honest server that was put back to a backup shows the same, so that nothing more is said than what was seen.
      expect(shouted.err.includes('uma cópia é restaurada')).toBe(said.includes('encolheu'))
      expect(shouted.err.includes('de duas maneiras')).toBe(said.includes('passado'))
      expect(sizeIn(file)).toBe(8)
      log.shows(history(9))
      expect(await runWitness([log.url, '--once', '--file', file])).toMatchObject({ status: 1 })
      expect(sizeIn(file)).toBe(8)
    },
  )

  test('shouts by mail too, where one is configured', async () => {
    const letters: string[] = []
    const mailServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (piece: Buffer) => (text += piece.toString()))
        stream.on('end', () => {
          letters.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => mailServer.close(resolve)))
    const { port } = mailServer.server.address() as { port: number }
    const log = await serveLog(history(8))
    const file = ownFile()
    await runWitness([log.url, '--once', '--file', file])
    log.shows(history(8, { salt: 'lie' }))
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, WITNESS_MAIL_TO: 'maria@exemplo.invalid' }
    expect((await runWitness([log.url, '--once', '--file', file], env)).status).toBe(1)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain('To: maria@exemplo.invalid')
    expect(letters[0]).toMatch(/O passado mudou/)
  })

  test('trusts only the key it was given, where it was given one', async () => {
    const log = await serveLog(history(3))
    const other = logOf(history(3, { seed: 9 })).key
    expect(await runWitness([log.url, '--once', '--file', ownFile(), '--key', other])).toMatchObject({
      status: 1,
      err: expect.stringContaining('outra chave'),
    })
    const own = logOf(history(3)).key
    expect((await runWitness([log.url, '--once', '--file', ownFile(), '--key', own])).status).toBe(0)
  })

  test('shouts where the key that came by another way is not the one that it took from the server before', async () => {
    const log = await serveLog(history(3))
    const file = ownFile()
    expect((await runWitness([log.url, '--once', '--file', file])).status).toBe(0)
    const other = logOf(history(3, { seed: 9 })).key
    expect(await runWitness([log.url, '--once', '--file', file, '--key', other])).toMatchObject({
      status: 1,
      err: expect.stringContaining('outra chave'),
    })
    const own = logOf(history(3)).key
    expect((await runWitness([log.url, '--once', '--file', file, '--key', own])).status).toBe(0)
  })

  test('ends with 2, and shouts nothing, when it could not look or was called wrongly', async () => {
    const file = ownFile()
    const log = await serveLog(history(3))
    for (const args of [
      [],
      ['nothing'],
      [log.url, '--every', '0'],
      [log.url, '--surprise'],
      [log.url, '--once', '--file', file, '--name', 'two words'],
      ['http://127.0.0.1:9/log', '--once', '--file', file],
      [`${log.url}/nothing`, '--once', '--file', file],
    ])
      expect((await runWitness(args)).status, args.join(' ')).toBe(2)
    expect(await runWitness(['--help'])).toMatchObject({ status: 0, out: expect.stringContaining('--listen PORTA') })
    writeFileSync(file, '{"ciranda_witness":1,"key":"x"')
    expect(await runWitness([log.url, '--once', '--file', file])).toMatchObject({
      status: 2,
      err: expect.stringContaining('danificado'),
    })
    expect(readFileSync(file, 'utf8')).toBe('{"ciranda_witness":1,"key":"x"')
  })
})

describe('a witness that looks while it is asked', () => {
  test('shouts at no checkpoint that was on its way while it cosigned a later one', async () => {
    const log = await serveLog(history(5))
    const memory = await openMemory(ownFile(), 'testemunha')
    onTestFinished(() => memory.close())
    const watch = { memory, url: log.url, trusted: null, now: Date.now }
    await look(watch)
    log.holdsBack(async () => {
      log.shows(history(9))
      expect((await answersTo(watch, logOf(history(9)).submission(5))).reply.status).toBe(200)
    })
    expect(await look(watch)).toMatchObject({ checkpoint: { size: 9 }, isNew: false })
    log.shows(history(7))
    await expect(look(watch)).rejects.toThrow('O livro encolheu de 9 para 7')
  })
})

describe('a witness that is asked', () => {
  async function listens(first: History, file = ownFile()) {
    const log = await serveLog(first)
    const witness = startWitness([log.url, '--file', file, '--listen', '0'])
    return { log, file, witness, url: await witness.listening() }
  }

  test('answers as C2SP tlog-witness says, with cosignatures that verify', async () => {
    const { witness, url, file } = await listens(history(5))
    const [five, nine] = [logOf(history(5)), logOf(history(9))]
    const given = await post(url, nine.submission(5))
    expect(given.status).toBe(200)
    const lines = parseSignatureLines(await given.text())!
    const seconds = cosignedAt(nine.text, lines, keyIn(witness.said.out), verifyEd25519)!
    expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(60)
    expect(sizeIn(file)).toBe(9)
    expect((await post(url, nine.submission(9))).status).toBe(200)
    const conflict = await post(url, nine.submission(5))
    expect([conflict.status, conflict.headers.get('content-type'), await conflict.text()]).toEqual([
      409,
      'text/x.tlog.size',
      '9\n',
    ])
    expect((await post(url, five.submission(5))).status).toBe(409)
    expect((await post(url, five.submission(9, []))).status).toBe(400)
    expect((await post(url, 'hello')).status).toBe(400)
    expect((await post(url, logOf(history(12, { seed: 8 })).submission(9))).status).toBe(403)
    expect((await post(url, nine.submission(9).replaceAll(ORIGIN, 'other'))).status).toBe(404)
    expect((await post(url, 'x'.repeat(600_000)).catch(() => ({ status: 413 }))).status).toBe(413)
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405)
    expect((await fetch(url)).status).toBe(404)
    expect(await witness.stop()).toBe(0)
  })

  test('is not made to shout by a stranger who sends a true checkpoint with a false proof', async () => {
    const { log, witness, url, file } = await listens(history(5))
    log.shows(history(9))
    const nine = logOf(history(9))
    expect((await post(url, nine.submission(5, nine.proof(3)))).status).toBe(422)
    expect((await post(url, nine.submission(5, []))).status).toBe(422)
    expect(sizeIn(file)).toBe(5)
    expect((await post(url, nine.submission(5))).status).toBe(200)
    expect(await witness.stop()).toBe(0)
  })

  const lies: [what: string, shown: History, status: number][] = [
    ['of the same size', history(5, { salt: 'lie' }), 409],
    ['that is longer', history(11, { salt: 'lie' }), 422],
  ]
  test.each(lies)(
    'shouts and ends with 1 at a second history %s, and signs nothing of it',
    async (_, shown, status) => {
      const { log, witness, url, file } = await listens(history(5))
      log.shows(shown)
      const answer = await post(url, logOf(shown).submission(5))
      expect(answer.status).toBe(status)
      expect(await answer.text()).not.toContain('—')
      expect(await witness.ended).toBe(1)
      expect(witness.said.err).toContain('O passado mudou')
      expect(sizeIn(file)).toBe(5)
    },
  )

  test('is one for each file: a second with the same memory does not start', async () => {
    const { log, witness, file } = await listens(history(5))
    expect(await runWitness([log.url, '--once', '--file', file])).toMatchObject({
      status: 2,
      err: expect.stringContaining('Outra testemunha'),
    })
    await witness.kill()
    expect((await runWitness([log.url, '--once', '--file', file])).status).toBe(0)
  })

  test(`killed at any moment of ${KILLS} answers, it never signs two histories`, async () => {
    const file = ownFile()
    let size = 5
    for (let round = 0; round < KILLS; round += 1) {
      const { witness, url } = await listens(history(size), file)
      const next = size + 3
      // Killed somewhere between the request's arrival and the answer: sometimes it had written, sometimes not yet.
      const asked = post(url, logOf(history(next)).submission(size))
        .then((answer) => (answer.status === 200 ? answer.text() : null))
        .catch(() => null)
      await Promise.race([asked, written(file, next, round % 3)])
      await witness.kill()
      const line = await asked
      const known = sizeIn(file)
      expect([size, next]).toContain(known)
      if (line !== null) expect(known, 'what was answered was remembered').toBe(next)
      // Begun again, it gives the honest ledger its signature, and another history of that size none.
      const again = await listens(history(known), file)
      expect((await post(again.url, logOf(history(next)).submission(known))).status).toBe(200)
      expect((await post(again.url, logOf(history(next, { salt: `lie ${round}` })).submission(next))).status).toBe(409)
      expect(await again.witness.ended).toBe(1)
      forget(file)
      size = next
    }
    expect(existsSync(file)).toBe(true)
    expect(sizeIn(file)).toBe(size)
  })

  /** Resolves as soon as the witness' file says a size, or after so many turns of looking. */
  async function written(file: string, size: number, patience: number): Promise<void> {
    for (let turn = 0; turn < patience * 200; turn += 1) {
      if (sizeIn(file) === size) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Takes the alarm out of a witness' file, as this test goes on with it. */
  function forget(file: string): void {
    const content = JSON.parse(readFileSync(file, 'utf8')) as { logs: Record<string, WatchedLog> }
    content.logs[ORIGIN] = { ...content.logs[ORIGIN]!, alarm: null }
    writeFileSync(file, JSON.stringify(content))
  }
})
