import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { clockFault } from '../doctor/clock.ts'
import type { Clocks } from '../doctor/clock.ts'
import { QUESTIONS, senderOf } from './questions.ts'
import type { Question, Surroundings } from './questions.ts'
import { changeSettings, readSettings } from './settings-file.ts'
import type { Settings } from './settings-file.ts'

/** A machine on which `ciranda setup` works: its files, and what starts and asks its services. */
export type Machine = Surroundings & {
  readonly settingsFile: string
  /** The folder of Caddy's settings. */
  readonly caddyFolder: string
  /** The folder for what is added to the service's unit. */
  readonly unitFolder: string
  /** Starts both services with what was written; false where nothing here starts services. */
  readonly startServices: () => boolean
  /** How long the public address is waited for. */
  readonly waitMs: number
  readonly fetch: (url: string) => Promise<unknown>
  readonly clock: Clocks
  readonly say: (line: string) => void
  /** Asks somebody at a terminal; null where nobody is there to answer. */
  readonly ask: ((words: string, isSecret: boolean) => Promise<string>) | null
}

/** Answers given with the command, by option. */
export type Given = Readonly<Record<string, string | undefined>>

const POLL_MS = 500

/**
 * Sets a machine up: asks, tries each answer at once, writes everything, starts, and waits until the public address
 * answers. Where an answer fails and nobody can give another, it throws, and nothing was written.
 */
export async function setUp(here: Machine, given: Given): Promise<void> {
  // Caddy and the service, which are not root, read what is written here, however strict root's own mask. Settings have their own mode.
  process.umask(0o022)
  const wrongClock = await clockFault(here.clock)
  if (wrongClock !== null) throw new Error(wrongClock)
  const known = readSettings(here.settingsFile)
  const machine = { ...here, hasData: here.hasData || hasServed(known) }
  const settings: Record<string, string> = { ...known }
  // The sender that an earlier call chose goes with what it was chosen by; one that somebody wrote stays.
  const { MAIL_FROM: sender, ...others } = known
  if (sender === senderOf(known['SMTP_URL'] ?? '', others)) delete settings['MAIL_FROM']
  for (const question of QUESTIONS)
    if (question.isAsked?.(settings, machine) ?? true)
      settings[question.setting] = await answerTo(question, machine, given[question.option], settings)
  // Others add a path to it: no slash at its end, and a name as browsers write it.
  settings['PUBLIC_URL'] = new URL(settings['PUBLIC_URL']!).origin
  const invented = inventMissing(settings, machine)
  await changeSettings(machine.settingsFile, changesOf(settings))
  // A later step may fail, and another call finds them written and shows them no more.
  for (const line of invented) machine.say(line)
  writeCaddy(machine.caddyFolder, settings['PUBLIC_URL']!)
  allowFolders(machine.unitFolder, [settings['BACKUP_DIR'], settings['ARCHIVE_DIR']])
  if (!machine.startServices()) {
    machine.say('Esta máquina não tem systemd em execução: comece a Ciranda e o Caddy como ela os começa.')
    return
  }
  await waitFor(machine, settings['PUBLIC_URL']!)
  // It counts for an empty database alone, which there is no longer.
  await changeSettings(machine.settingsFile, { ADMIN_PASSWORD: null })
  const who = machine.hasData && !settings['ADMIN_PASSWORD'] ? '' : ` e entre como ${settings['ADMIN_EMAIL']}`
  machine.say(`Pronto. Abra ${settings['PUBLIC_URL']}${who}.`)
}

/** Whether an earlier call ended well with the data on a server: nothing of them is on this machine. */
function hasServed({ DATABASE_URL, PUBLIC_URL, ADMIN_PASSWORD }: Settings): boolean {
  return DATABASE_URL !== undefined && PUBLIC_URL !== undefined && ADMIN_PASSWORD === undefined
}

/** The answer to a question: given with the command, typed at the terminal, or known from before. All but the last are tried. */
async function answerTo(question: Question, machine: Machine, given: string | undefined, settings: Settings) {
  const { option, setting, words, fallback, isSecret = false, tried } = question
  const standing = settings[setting] ?? fallback
  for (let value = given; ; value = undefined) {
    const isTyped = value === undefined && machine.ask !== null
    if (isTyped) value = await askAt(machine, words, isSecret, standing)
    /** Answers one question, and tries the answer unless it stands in the settings already. */
    if (value === undefined && settings[setting] !== undefined) return settings[setting]
    value ??= standing
    if (value === undefined) throw new Error(`Falta --${option}. ${words}`)
    const { problem, warning } = await tried(value.trim(), settings, machine)
    if (warning) machine.say(`Atenção: ${warning}`)
    if (problem === undefined) return value.trim()
    if (machine.ask === null) throw new Error(problem)
    machine.say(problem)
  }
}

async function askAt({ ask }: Machine, words: string, isSecret: boolean, standing: string | undefined) {
  const shown = isSecret ? 'a que está lá' : standing
  const typed = await ask!(`${words}${standing ? ` [${shown}]` : ''}: `, isSecret)
  if (typed.trim() === '-') return ''
  return typed.trim() === '' ? standing : typed
}

/** Fills in the passwords that nobody chose; answers the lines that show them. */
function inventMissing(settings: Record<string, string>, { hasData }: Surroundings): string[] {
  const lines: string[] = []
  const invent = (setting: string, line: (secret: string) => string): void => {
    settings[setting] = randomBytes(12).toString('base64url')
    lines.push(line(settings[setting]))
  }
  if (!hasData && !settings['ADMIN_PASSWORD'])
    invent('ADMIN_PASSWORD', (secret) => `Senha de quem administra, mostrada só agora: ${secret}`)
  if (settings['BACKUP_DIR'] && !settings['BACKUP_PASSPHRASE'])
    invent('BACKUP_PASSPHRASE', (secret) => `Senha das cópias, guarde-a noutro lugar: ${secret}`)
  return lines
}

/**
 * The settings to write; an empty answer removes its line, and what needs it. The passphrase stays without nightly backups: an
 * archive, a download and the backups that there are need it. So does a first password, which a start that was cut short did not use.
 */
function changesOf(settings: Settings): Record<string, string | null> {
  const mail = settings['SMTP_URL'] ?? ''
  return {
    ...Object.fromEntries(QUESTIONS.map(({ setting }) => [setting, settings[setting] || null])),
    TRUST_PROXY: settings['TRUST_PROXY'] ?? '127.0.0.1',
    MAIL_FROM: mail === '' ? null : senderOf(mail, settings),
  }
}

/** Whether Caddy has but what Debian gave it: a page that says that it runs. */
export function servesWelcomeOnly(folder: string): boolean {
  const main = path.join(folder, 'Caddyfile')
  if (!existsSync(main)) return false
  const sites = readFileSync(main, 'utf8').match(/^[^\s#{}].*\{$|^import .+$/gm) ?? []
  return sites.length === 1 && sites[0] === ':80 {'
}

/** Caddy's lines that serve a domain from where Ciranda answers, as `host:port`. */
export function caddyLines(domain: string, to: string): string {
  return readFileSync(path.join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile'), 'utf8')
    .replace('{$CIRANDA_DOMAIN}', domain)
    .replace('ciranda:3000', to)
}

/** Caddy's lines for the address, in a file of their own that its main file reads: other sites of the machine stay. */
function writeCaddy(folder: string, address: string): void {
  mkdirSync(folder, { recursive: true })
  const lines = caddyLines(new URL(address).hostname, '127.0.0.1:3000')
  writeFileSync(path.join(folder, 'ciranda.caddy'), lines)
  const main = path.join(folder, 'Caddyfile')
  const text = existsSync(main) ? readFileSync(main, 'utf8') : ''
  if (!/^import ciranda\.caddy$/m.test(text))
    writeFileSync(main, `${text}${text === '' ? '' : '\n'}import ciranda.caddy\n`)
}

/**
 * The unit may write nowhere but in its own folders: those for backups and the archive are added. `-`: where their disk is not
 * mounted, the service starts all the same.
 */
function allowFolders(folder: string, added: readonly (string | undefined)[]): void {
  mkdirSync(folder, { recursive: true })
  const listed = added.flatMap((one) => (one ? [`"-${one.replaceAll('%', '%%')}"`] : []))
  const line = listed.length === 0 ? '' : `[Service]\nReadWritePaths=${listed.join(' ')}\n`
  writeFileSync(path.join(folder, 'backups.conf'), line)
}

async function waitFor({ fetch: get, waitMs, say }: Machine, address: string): Promise<void> {
  say(`Espero que ${address} responda…`)
  const end = performance.now() + waitMs
  const answers = (url: string) =>
    get(`${url}/api/health`).then(
      () => null,
      (error: Error) => error,
    )
  for (;;) {
    const fault = await answers(address)
    if (fault === null) return
    if (performance.now() < end) {
      await wait(POLL_MS)
      continue
    }
    const hasBegun = (await answers('http://127.0.0.1:3000')) === null
    const what = hasBegun ? 'o Caddy não serve o endereço' : 'a Ciranda não começou'
    const unit = hasBegun ? 'caddy' : 'ciranda'
    throw new Error(`Tudo está escrito, mas ${what} (${reasonOf(fault)}): veja journalctl -u ${unit}`)
  }
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}
