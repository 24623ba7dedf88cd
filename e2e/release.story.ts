import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processesIn } from '#server/testing/processes.ts'
import { VERSION } from '#server/lib/version.ts'
import { freePort } from '#e2e/helpers/server.ts'
import { buildProgram } from '../scripts/build-server.ts'
import { COMMANDS } from '../scripts/commands.ts'
import type { Architecture } from '../scripts/release/packages.ts'
import { hashOf } from '../scripts/release/pack.ts'
import { newReleaseKey, readSecret, signFile } from '../scripts/release/signature.ts'
import { stage } from '../scripts/release/stage.ts'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-released-'))
const released = path.join(folder, 'ciranda')
const key = newReleaseKey()
const PASSWORD = 'senha-da-administracao'

/** Runs the released program where nothing else is: neither Node nor npm on the PATH, and no variable of this run. */
function ciranda(args: readonly string[], settings: Record<string, string> = {}) {
  const child = spawn(path.join(released, 'ciranda'), args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => code as number) }
}

/** A signed tarball of what is released, under another version; answers its file. */
async function newer(version: string, change: (app: string) => void = () => {}): Promise<string> {
  const [made, name] = [path.join(folder, version), `ciranda-${version}-linux-${process.arch}`]
  const app = path.join(made, name, 'app')
  mkdirSync(made)
  execFileSync('cp', ['-al', released, path.join(made, name)])
  put(path.join(app, 'package.json'), JSON.stringify({ version, type: 'module' }))
  change(app)
  const file = path.join(made, `${name}.tar.gz`)
  execFileSync('tar', ['-C', made, '-cf', file, name])
  const sums = Buffer.from(`${await hashOf(file)}  ${name}.tar.gz\n`)
  put(path.join(made, 'SHA256SUMS'), sums)
  put(path.join(made, 'SHA256SUMS.minisig'), signFile(sums, readSecret(key.secret), `ciranda ${version}`))
  return file
}

/** Writes a file anew: what had that name may have others. */
function put(file: string, content: string | Buffer): void {
  rmSync(file, { force: true })
  writeFileSync(file, content)
}

beforeAll(async () => {
  await buildProgram(path.join(root, 'build', 'program'))
  stage({
    built: root,
    packages: root,
    platform: process.arch as Architecture,
    to: released,
    publicKey: key.publicText,
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('what is released, unpacked in an empty folder', () => {
  test('starts empty, answers pages and calls, lets its administrator in, and ends in order', async () => {
    const port = String(await freePort())
    const { child, said, ended } = ciranda(['start'], { PORT: port, ADMIN_PASSWORD: PASSWORD })
    await expect.poll(said, { timeout: 120_000 }).toContain('Ciranda em')
    const url = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok', version: VERSION })
    expect(await (await fetch(url)).text()).toContain('<html lang="pt-BR">')
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@ciranda.local', password: PASSWORD }),
    })
    const { access_token, user } = (await signedIn.json()) as { access_token: string; user: { role: string } }
    expect(user.role).toBe('ADMIN')
    const people = await fetch(`${url}/api/users`, { headers: { authorization: `Bearer ${access_token}` } })
    expect(people.status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(processesIn(path.join(folder, 'data', 'database', 'cluster'))).toEqual([])
  })

  test('says its version and its commands by its own name, and has no other', async () => {
    const version = ciranda(['--version'])
    expect([await version.ended, version.said()]).toEqual([0, `ciranda ${VERSION}\n`])
    const help = ciranda([])
    expect([await help.ended, help.said()]).toEqual([0, expect.stringMatching(/start[^]*backup[^]*restore[^]*witness/)])
    for (const name of Object.keys(COMMANDS)) {
      const told = ciranda([name, '--help'])
      expect([name, await told.ended, told.said()]).toEqual([name, 0, expect.stringMatching(/^Uso: /)])
      if (name === 'start') continue
      const mistaken = ciranda([name, '--no-such-option'])
      expect([name, await mistaken.ended, mistaken.said()]).toEqual([name, 2, expect.stringMatching(/Uso: |--help/)])
    }
    const usage = ciranda(['backup'])
    expect([await usage.ended, usage.said()]).toEqual([2, 'Uso: ciranda backup ARQUIVO\n'])
    const absent = ciranda(['verify-ledger', 'no-such-ledger'])
    expect([await absent.ended, absent.said()]).toEqual([2, expect.stringMatching(/^Não foi possível ler/)])
    const unknown = ciranda(['launch'])
    expect([await unknown.ended, unknown.said()]).toEqual([2, expect.stringContaining('“launch”')])
  })

  test('backs its data up, and restores them into another folder', async () => {
    const secret = { BACKUP_PASSPHRASE: 'uma frase longa do ensaio' }
    const backup = ciranda(['backup', 'tudo.ciranda'], secret)
    expect([await backup.ended, backup.said()]).toEqual([0, expect.stringContaining('cópia completa')])
    mkdirSync(path.join(folder, 'outra'))
    const restored = ciranda(['restore', 'tudo.ciranda'], { ...secret, DATA_DIR: path.join(folder, 'outra') })
    expect([await restored.ended, restored.said()]).toEqual([0, expect.stringContaining('Comece com ciranda start.')])
  })

  test('is brought to a newer version with its data, and back from one that does not start, which says why', async () => {
    const updated = ciranda(['update', await newer('99.0.0')])
    expect([await updated.ended, updated.said()]).toEqual([
      0,
      'A Ciranda é agora a 99.0.0. Comece com ciranda start.\n',
    ])
    const broken = await newer('99.0.1', (app) => {
      const journal = path.join(app, 'server/migrations/meta/_journal.json')
      const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
      const entry = { ...known.entries[0]!, idx: 1, when: known.entries[0]!.when + 1, tag: '0001_broken' }
      put(journal, JSON.stringify({ ...known, entries: [...known.entries, entry] }))
      put(path.join(app, 'server/migrations/0001_broken.sql'), 'SELECT 1 / 0;')
    })
    const refused = ciranda(['update', broken])
    expect(await refused.ended).toBe(1)
    expect(refused.said()).toMatch(/A versão nova não começa: .*0001_broken.*\n.*a de antes está de volta/)
    const version = ciranda(['--version'])
    expect([await version.ended, version.said()]).toEqual([0, 'ciranda 99.0.0\n'])
    expect(readdirSync(released).toSorted()).toEqual(['LEIAME.txt', 'app', 'ciranda', 'update.lock'])
    const kept = ciranda(['backup', 'depois.ciranda'], { BACKUP_PASSPHRASE: 'uma frase longa do ensaio' })
    expect(await kept.ended, kept.said()).toBe(0)
    expect(readdirSync(path.join(folder, 'data'))).not.toContain('before-update')
  })
})
