import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { asCommand, Misuse } from './commands.ts'
import { AUTHORITY } from './doctor/clock.ts'
import { QUESTIONS } from './setup/questions.ts'
import { readSettings } from './setup/settings-file.ts'
import type { Machine } from './setup/set-up.ts'
import { servesWelcomeOnly, setUp } from './setup/set-up.ts'

// `ciranda setup`, of the Debian package: docs/how-to/run-on-a-server.md.

const SETTINGS = '/etc/ciranda/ciranda.env'
const RUNS_SYSTEMD = '/run/systemd/system'
const CADDY = '/etc/caddy'
const ANSWER_MS_MAX = 5_000

const options = Object.fromEntries(QUESTIONS.map(({ option }) => [option, { type: 'string' } as const]))

await asCommand('setup', options, async ({ values, positionals }) => {
  if (positionals.length > 0) throw new Misuse()
  if (process.getuid?.() !== 0) throw new Error('Isto muda a máquina, e só root pode: sudo ciranda setup.')
  if (!existsSync('/usr/bin/caddy')) throw new Error('Falta o Caddy, que serve HTTPS: apt install caddy')
  const dataDir = readSettings(SETTINGS)['DATA_DIR'] ?? '/var/lib/ciranda'
  const hasQuestions = process.stdin.isTTY && Object.keys(values).length === 0
  const machine: Machine = {
    settingsFile: SETTINGS,
    caddyFolder: CADDY,
    unitFolder: '/etc/systemd/system/ciranda.service.d',
    dataDir,
    httpPort: 80,
    owner: ownerOf('ciranda'),
    hasData: existsSync(path.join(dataDir, 'database')),
    startServices,
    waitMs: 120_000,
    fetch: answersWell,
    clock: { now: Date.now(), past: 0, clocks: [AUTHORITY] },
    say: (line) => console.log(line),
    ask: hasQuestions ? ask : null,
  }
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, contentOf(value as string)]))
  // The address is tried on Caddy's port; where it serves its welcome alone, nobody misses it meanwhile.
  const isWelcome = servesWelcomeOnly(CADDY)
  if (isWelcome) systemctl('stop', 'caddy')
  await setUp(machine, given).finally(() => (isWelcome ? systemctl('start', 'caddy') : undefined))
})

/** `@FILE` stands for the file's text: others on the machine can read a command line. */
function contentOf(value: string): string {
  return value.startsWith('@') ? readFileSync(value.slice(1), 'utf8').trim() : value
}

async function ask(words: string, isSecret: boolean): Promise<string> {
  if (isSecret) process.stdout.write(words)
  const lines = createInterface({
    input: process.stdin,
    ...(isSecret ? {} : { output: process.stdout }),
    terminal: true,
  })
  const answer = await lines.question(isSecret ? '' : words)
  lines.close()
  if (isSecret) process.stdout.write('\n')
  return answer
}

function ownerOf(user: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, user], { encoding: 'utf8' }).stdout.trim())
  if (!uid || !gid) throw new Error(`Não há o usuário ${user}: instale o pacote primeiro.`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts both services. One that fails is noticed when the public address does not answer. */
function startServices(): boolean {
  if (!existsSync(RUNS_SYSTEMD)) return false
  for (const args of [['daemon-reload'], ['enable', 'ciranda', 'caddy'], ['restart', 'ciranda'], ['restart', 'caddy']])
    systemctl(...args)
  return true
}

function systemctl(...args: readonly string[]): void {
  if (existsSync(RUNS_SYSTEMD)) spawnSync('systemctl', args, { stdio: 'ignore' })
}

async function answersWell(url: string): Promise<void> {
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })
  if (!ok) throw new Error(String(status))
}
