import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/database.ts'
import { endLeftOver } from '#server/database/embedded.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig, type Config } from '#server/lib/config.ts'
import { completeOutside } from '#server/lib/outside-list.ts'
import { readMasters } from '#server/lib/secrets.ts'
import { asCommand, Misuse } from './commands.ts'
import { checkFile } from './update/check-file.ts'
import { bytesOnDisk, ensureRoom, forget, fullDisk, keepData, putBack } from './update/data.ts'
import { nameAt } from '#server/backup/kept.ts'

// `ciranda update FILE`, and the steps of it that deploy/update.sh calls as the data's owner: docs/decisions/071-update.md.

/** The folder of the program that runs, and the one around it with its launcher. */
const app = path.join(import.meta.dirname, '..')
const home = path.join(app, '..')
const step = { type: 'boolean' } as const

class ToolFailed extends Error {
  readonly said: string
  constructor(said: string) {
    super('A atualização não foi feita; o que está acima diz por quê.')
    this.said = said
  }
}

await asCommand(
  'update',
  { key: { type: 'string' }, keep: step, 'put-back': step, forget: step },
  async ({ values, positionals: [file, ...more] }) => {
    if (values.keep) return await keep(readConfig(process.env))
    const { DATA_DIR: dataDir = './data' } = process.env
    if (values['put-back']) {
      if (existsSync(path.join(dataDir, 'database'))) await endLeftOver(path.join(dataDir, 'database'))
      return await putBack(dataDir)
    }
    if (values.forget) return await forget(dataDir)
    if (!file || more.length > 0) throw new Misuse()
    await update(path.resolve(file), values.key)
  },
)

async function update(file: string, keyFile: string | undefined): Promise<void> {
  const own = path.join(app, 'release.pub')
  const key = keyFile ?? (existsSync(own) ? own : null)
  const { kind, version } = await checkFile(file, key === null ? null : readFileSync(key, 'utf8'))
  const isPackaged = home === '/usr/lib/ciranda'
  if (isPackaged !== (kind === 'package') || !existsSync(path.join(home, 'ciranda')))
    throw new Error(
      isPackaged
        ? 'Esta Ciranda veio de um pacote do Debian: dê o arquivo .deb da versão nova.'
        : 'Esta Ciranda veio de um .tar.gz: dê o da versão nova. De um clone, use git pull.',
    )
  const { dataDir } = readConfig(process.env)
  if (existsSync(dataDir)) ensureRoom(dataDir, bytesOnDisk(listOf(file, kind)))
  try {
    if (kind === 'package') run('dpkg', ['--install', file])
    else {
      unpack(file)
      run('sh', [path.join(app, 'update.sh'), 'apply', home])
    }
  } catch (error) {
    const said = error instanceof ToolFailed ? error.said : ''
    const why = fullDisk([home, ...(existsSync(dataDir) ? [dataDir] : [])], said)
    throw why === null ? error : new Error(why)
  }
  console.log(`A Ciranda é agora a ${version}.${kind === 'tarball' ? ' Comece com ciranda start.' : ''}`)
}

function listOf(file: string, kind: string): string {
  const [command, option] = kind === 'package' ? ['dpkg-deb', '--contents'] : ['tar', '-tvf']
  return execFileSync(command!, [option!, file], { encoding: 'utf8', maxBuffer: 64e6 })
}

/** Killed anywhere, what is to be installed is there whole or not at all. */
function unpack(file: string): void {
  const part = path.join(home, 'new.part')
  for (const one of [part, path.join(home, 'new')]) rmSync(one, { recursive: true, force: true })
  mkdirSync(part)
  try {
    run('tar', ['-xf', file, '-C', part, '--strip-components=1'])
    renameSync(part, path.join(home, 'new'))
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Runs a tool, whose complaints are shown once it ends. */
function run(command: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, {
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  process.stderr.write(stderr ?? '')
  if (error) throw error
  if (status !== 0) throw new ToolFailed(stderr)
}

/** A backup where backups are kept, then a copy of everything that the new version may change. Refuses while Ciranda runs. */
async function keep(config: Config): Promise<void> {
  const { dataDir, databaseUrl, backupDir, backupPassphrase } = config
  const folder = path.join(dataDir, 'database')
  if (databaseUrl === undefined && !existsSync(folder)) return
  if (databaseUrl === undefined) ensureRoom(dataDir)
  const database = await openDatabase({ dataDir: folder, databaseUrl, ownerUrl: config.migrationDatabaseUrl })
  try {
    if (backupDir !== undefined && backupPassphrase !== undefined) {
      const source = { dataDir, asOwner: database.asOwner, secrets: await readMasters(config), clock: systemClock }
      mkdirSync(backupDir, { recursive: true, mode: 0o700 })
      await writeBackup(source, path.join(backupDir, nameAt(Date.now())), { passphrase: backupPassphrase })
      await completeOutside(dataDir, backupDir)
    }
  } finally {
    await database.close()
  }
  // The tables of a server are its operator's to bring back, from the backup that was just made.
  if (databaseUrl === undefined) await keepData(dataDir)
}
