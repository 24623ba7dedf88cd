import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processesIn } from '#server/testing/processes.ts'
import { VERSION } from '#server/lib/version.ts'
import { freePort } from '#e2e/helpers/server.ts'
import { buildProgram } from '../scripts/build-server.ts'
import { COMMANDS } from '../scripts/commands.ts'
import type { Architecture } from '../scripts/release/packages.ts'
import { stage } from '../scripts/release/stage.ts'

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'ciranda-released-'))
const released = path.join(folder, 'ciranda')
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

beforeAll(async () => {
  await buildProgram(path.join(root, 'build', 'program'))
  stage({ built: root, packages: root, architecture: process.arch as Architecture, to: released })
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
})
