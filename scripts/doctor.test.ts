import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { COSIGNATURE_KEY, namedKey } from '#circle/ledger/checkpoint.ts'
import { freePort } from '#e2e/helpers/server.ts'
import { nameAt } from '#server/backup/kept.ts'
import { sourceOf } from '#server/backup/source.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { engineVersion } from '#server/database/binaries.ts'
import { openDatabase } from '#server/database/database.ts'
import { readConfig } from '#server/lib/config.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import { VERSION } from '#server/lib/version.ts'
import { openPostbox } from '#server/mail/testing/postbox.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { lookAt } from './doctor/check.ts'
import type { Patient } from './doctor/check.ts'
import { ENGINE, ENGINE_CHECKS, roundsSince } from './doctor/engine.ts'
import { FILE_CHECKS } from './doctor/files.ts'
import { NETWORK_CHECKS } from './doctor/network.ts'

const PASSPHRASE = 'uma senha longa de cópia'
const HOUR_MS = 3_600_000
const SAME_DISK = 'disco das cópias'
const CHECKS = [...FILE_CHECKS, ...ENGINE_CHECKS, ...NETWORK_CHECKS]
const today = () => new Date().toISOString().slice(0, 10)

/** An installation in which all is well, but for its backups, which lie on the disk of its data. */
async function installation() {
  const folder = temporaryFolder()
  const [dataDir, backupDir] = ['data', 'backups'].map((name) => path.join(folder, name)) as [string, string]
  for (const each of [dataDir, path.join(dataDir, 'database'), backupDir]) mkdirSync(each)
  writeFileSync(path.join(dataDir, 'secret'), 'x'.repeat(64), { mode: 0o600 })
  const settingsFile = path.join(folder, 'ciranda.env')
  writeFileSync(settingsFile, '', { mode: 0o600 })
  let health: unknown = { status: 'ok', version: VERSION }
  const server = createServer((_, answer) => answer.end(JSON.stringify(health))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const postbox = await openPostbox()
  onTestFinished(async () => (server.close(), await postbox.close()))
  const port = (server.address() as AddressInfo).port
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: postbox.url,
    BACKUP_DIR: backupDir,
    BACKUP_PASSPHRASE: PASSPHRASE,
  })
  const well: Patient = {
    config,
    settingsFile,
    now: Date.now(),
    clocks: [],
    diskMin: 1,
    memoryMin: 1,
    engine: { version: '18.4', releasedOn: today() },
  }
  return { well, folder, backupDir, dataDir, settingsFile, tell: (said: unknown) => (health = said) }
}

const witness = (url: string) => ({ key: namedKey(sha256Bytes, 'Praça', COSIGNATURE_KEY, new Uint8Array(32)), url })

/** The faults found, without the one that every installation of this test has. */
async function found(patient: Patient, only?: string): Promise<Record<string, string>> {
  const faults: Record<string, string> = {}
  for (const [what, look] of CHECKS) {
    const fault = only === undefined || only === what ? await lookAt(look, patient) : null
    if (fault !== null && (what !== SAME_DISK || only === what)) faults[what] = fault
  }
  return faults
}

test('where all is well nothing is found: the newest backup is restored for it, and nothing of that stays', async () => {
  const { well, backupDir, dataDir } = await installation()
  const { services } = await createTestApp(await openTestDatabase({ placed: 2 }), { JWT_SECRET: 'x'.repeat(64) })
  const file = path.join(backupDir, nameAt(well.now - HOUR_MS))
  await writeBackup(await sourceOf(services), file, { passphrase: PASSPHRASE })
  expect(await found(well)).toEqual({})
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'secret'])

  const bytes = readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(file, bytes)
  expect(await found(well)).toEqual({
    'restauração de ensaio da última cópia': expect.stringMatching(/incompleta ou foi alterada.*ciranda backup$/),
  })
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'secret'])
})

test('each of the twenty-six things that can be wrong is found by its name, and the line that mends it is told', async () => {
  const { well, folder, dataDir, settingsFile, tell } = await installation()
  const closed = await freePort()
  const set = (changes: Partial<Patient['config']>): Partial<Patient> => ({ config: { ...well.config, ...changes } })
  const touch = (name: string) => () => writeFileSync(path.join(dataDir, name), '')
  const faults: [string, RegExp, Partial<Patient>, (() => void)?][] = [
    ['opções só para root', /chmod 600/, {}, () => chmodSync(settingsFile, 0o644)],
    ['pasta dos dados', /chown -R ciranda/, set({ dataDir: path.join(folder, 'nowhere') })],
    ['restauração terminada', /repita ciranda restore/, {}, touch('restoring')],
    ['banco no lugar', /ponha DATABASE_URL/, {}, touch('moved')],
    [
      'imagens no lugar',
      /move --files/,
      set({ files: 'database' }),
      () => {
        mkdirSync(path.join(dataDir, 'files', 'ab'), { recursive: true })
        writeFileSync(path.join(dataDir, 'files', 'ab', 'ab'.repeat(32)), '')
      },
    ],
    ['segredo', /chmod 600/, {}, () => chmodSync(path.join(dataDir, 'secret'), 0o644)],
    ['segredo', /Falta .*ciranda restore/, {}, () => rmSync(path.join(dataDir, 'secret'))],
    ['disco', /df -h/, { diskMin: Infinity }],
    ['memória', /top/, { memoryMin: Infinity }],
    ['relógio', /atrasado 36\d dias: timedatectl set-ntp true/, { now: well.now - 365 * 24 * HOUR_MS }],
    ['cópias de cada noite', /ciranda setup --backups/, set({ backupDir: undefined })],
    ['pasta das cópias', /ciranda setup --backups/, set({ backupDir: path.join(folder, 'nowhere') })],
    [SAME_DISK, /mesmo disco.*ciranda setup/, {}],
    ['idade da última cópia', /nenhuma cópia.*journalctl/, {}],
    ['arquivo contínuo', /mount -a/, set({ archiveDir: path.join(folder, 'nowhere') })],
    ['a Ciranda atende', /systemctl restart ciranda/, set({ port: closed })],
    ['a Ciranda atende', /outro programa: ss -ltnp/, {}, () => tell({ hello: 1 })],
    ['banco de dados', /systemctl restart ciranda/, {}, () => tell({ status: 'down', version: VERSION })],
    ['versão em execução', /Ainda executa a 0\.0\.1/, {}, () => tell({ status: 'ok', version: '0.0.1' })],
    ['arquivo em dia', /df -h/, {}, () => tell({ status: 'ok', version: VERSION, archive_fault: 'gone' })],
    ['nome na internet', /registro A/, set({ publicUrl: 'https://nowhere..invalid' })],
    ['certificado', /Não há HTTPS em localhost.*restart caddy/, set({ publicUrl: `https://localhost:${closed}` })],
    ['endereço público', /restart caddy/, set({ publicUrl: `http://localhost:${closed}` })],
    ['correio', /não aceitou a conexão\. Mude-o: ciranda setup --mail/, set({ smtpUrl: `smtp://127.0.0.1:${closed}` })],
    ['correio', /Não há servidor de correio/, set({ smtpUrl: undefined })],
    ['testemunhas', /Praça não responde em .*WITNESSES/, set({ witnesses: [witness(`http://127.0.0.1:${closed}`)] })],
    [
      'idade do banco',
      /3 rodadas.*ciranda update/,
      { engine: { version: '18.0', releasedOn: '2025-09-25' }, now: Date.parse('2026-06-01') },
    ],
  ]
  for (const [what, sentence, change, spoil] of faults) {
    spoil?.()
    expect(await found({ ...well, ...change }, what)).toEqual({ [what]: expect.stringMatching(sentence) })
  }
  // A backup that does not come back and a second process have tests of their own.
  expect([new Set(faults.map(([what]) => what)).size, CHECKS.length]).toEqual([24, 26])
})

test('where the folder of the data is gone, everything is looked at all the same', async () => {
  const { well, folder } = await installation()
  const gone = await found({ ...well, config: { ...well.config, dataDir: path.join(folder, 'nowhere') } })
  expect(gone['pasta dos dados']).toMatch(/chown -R ciranda/)
  expect(gone['disco']).toMatch(/^Não consegui olhar.*ENOENT.*conserte antes/)
})

test('the engine is the package’s, and its makers’ rounds of fixes are counted by their calendar', () => {
  expect(engineVersion()).toBe(ENGINE.version)
  const since = (day: string) => roundsSince(day, Date.parse('2026-11-25T12:00:00Z'))
  expect([since('2026-11-12'), since('2026-08-13'), since('2026-05-14'), since('2025-09-25')]).toEqual([0, 1, 2, 5])
})

test('a certificate that has ended, or ends soon, is found', async () => {
  const { well, folder } = await installation()
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string]
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-days',
    '30',
  ]
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const config = { ...well.config, publicUrl: `https://localhost:${(server.address() as AddressInfo).port}` }
  const after = (days: number) => found({ ...well, config, now: well.now + days * 24 * HOUR_MS }, 'certificado')
  expect(await after(0)).toEqual({})
  expect(await after(20)).toEqual({ certificado: expect.stringMatching(/vence logo: systemctl restart caddy/) })
  expect(await after(-365)).toEqual({ certificado: expect.stringMatching(/relógio está atrasado: timedatectl/) })
  expect(await after(40)).toEqual({ certificado: expect.stringMatching(/ venceu: systemctl restart caddy/) })
})

test('a clock a year off, or twenty minutes, is found by the date of another machine’s answer, ahead and behind', async () => {
  const { well } = await installation()
  const told = (wrongMs: number, clocks = [`http://127.0.0.1:${well.config.port}`]) =>
    found({ ...well, clocks, now: Date.now() + wrongMs }, 'relógio')
  const year = 365 * 24 * HOUR_MS
  expect(await told(year)).toEqual({ relógio: 'O relógio está adiantado 365 dias: timedatectl set-ntp true' })
  expect(await told(-year)).toEqual({ relógio: 'O relógio está atrasado 365 dias: timedatectl set-ntp true' })
  expect(await told(HOUR_MS / 3)).toEqual({ relógio: expect.stringContaining('adiantado 20 minutos') })
  expect(await told(HOUR_MS / 60)).toEqual({})
  expect(await told(year, [`http://127.0.0.1:${await freePort()}`])).toEqual({})
})

test('a second process on the same data is found', async () => {
  const { well } = await installation()
  const dataDir = temporaryFolder({ quick: true })
  const own = await openDatabase({ dataDir: path.join(dataDir, 'database') })
  const patient = { ...well, config: { ...well.config, dataDir } }
  const second = () => found(patient, 'um processo só')
  const connected = async (name: string) => {
    const client = new Client({ connectionString: own.url, application_name: name })
    await client.connect()
    return client
  }
  const clients = [await connected('ciranda, process 999998')]
  expect(await second()).toEqual({})
  clients.push(await connected('ciranda, process 999999'))
  expect(await second()).toEqual({ 'um processo só': expect.stringMatching(/ps -fp 99999\d,99999\d$/) })
  for (const client of clients) await client.end()
  await own.close()
})
