import path from 'node:path'
import { BackupFault } from '#server/backup/faults.ts'
import { ensureStopped, moveFiles, otherHome } from '#server/backup/move-files.ts'
import { moveDatabase } from '#server/backup/move.ts'
import { ensureRestored } from '#server/backup/restore.ts'
import { FolderInUse, openDatabase, type Database } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import type { Db } from '#server/database/types.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig, type Config } from '#server/lib/config.ts'
import { asCommand, Misuse } from './commands.ts'
import { verify } from './verify-ledger.mjs'
import { ensureNotMoved, hasDatabase, noteMoved } from '#server/backup/moved-mark.ts'

// `npm run move -- postgres://…`, and `-- --files` for the pictures alone: see docs/how-to/move-to-a-server.md.
await asCommand('move', { files: { type: 'boolean' } }, async ({ values, positionals }) => {
  if (positionals.length > (values.files ? 0 : 2)) throw new Misuse()
  const config = readConfig(process.env)
  if (values.files) return await moveOnlyFiles(config)
  const { dataDir } = config
  // Passwords on a command line can be read by everybody on the machine, so the addresses may stand in the environment.
  const [url = config.databaseUrl, ownerUrl = config.migrationDatabaseUrl ?? url] = positionals
  if (url === undefined || ownerUrl === undefined) throw new BackupFault('no_target')
  const target = addressOf(url)
  addressOf(ownerUrl)
  if (!(await hasDatabase(dataDir))) throw new BackupFault('no_database')
  await ensureRestored(dataDir)
  await ensureNotMoved(dataDir)
  const to = await openTarget(url, ownerUrl)
  const from = await openSource(dataDir).catch(async (error: unknown) => {
    await to.close()
    throw error
  })
  try {
    const { rows, tables, circles, entries } = await moveDatabase({
      from,
      to,
      dataDir,
      jwtSecret: config.jwtSecret,
      previousSecrets: config.previousSecrets,
      clock: systemClock,
      verify: (asked) => verify(asked),
    })
    const home = process.env['FILES'] ? config.files : 'database'
    const files = await bringFiles({ ...config, files: home }, to.db, { keep: true })
    await noteMoved(dataDir, target)
    console.log(
      `Mudado para ${target}: ${rows} linhas de ${tables} tabelas, comparadas uma a uma, e ` +
        `${circles === 1 ? 'o livro' : `os livros de ${circles} círculos`} com ${entries} ` +
        `${entries === 1 ? 'lançamento' : 'lançamentos'}, ${circles === 1 ? 'conferido' : 'conferidos'} do primeiro ao último.`,
    )
    tellFiles(files)
    console.log(
      `Em ${path.resolve(dataDir)} ficam, e continuam a servir: ${home === 'folder' ? 'files (comprovantes e fotos), ' : ''}secret, ` +
        `erased e outbox; ${home === 'folder' ? 'database não serve mais' : 'database e files não servem mais'}.`,
    )
    console.log(
      `Comece com DATABASE_URL${ownerUrl === url ? '' : ', MIGRATION_DATABASE_URL'} e ` +
        (config.jwtSecret === undefined ? 'JWT_SECRET com o texto do arquivo secret.' : 'o mesmo JWT_SECRET.'),
    )
  } finally {
    await from.close()
    await to.close()
  }
})

/** `--files`: to the home that FILES chooses, whichever database the settings name. */
async function moveOnlyFiles(config: Config): Promise<void> {
  const { dataDir, databaseUrl, migrationDatabaseUrl = databaseUrl } = config
  await ensureRestored(dataDir)
  if (databaseUrl === undefined) {
    if (!(await hasDatabase(dataDir))) throw new BackupFault('no_database')
    await ensureNotMoved(dataDir)
  }
  const database =
    databaseUrl === undefined ? await openSource(dataDir) : await openTarget(databaseUrl, migrationDatabaseUrl!)
  try {
    await ensureStopped(database.db)
    await migrateDatabase(database)
    tellFiles(await bringFiles(config, database.db))
    console.log(`Comece com FILES=${config.files}.`)
  } finally {
    await database.close()
  }
}

async function bringFiles(config: Config, db: Db, how?: { keep: boolean }): Promise<number> {
  const from = await otherHome({ config, db })
  return from === null ? 0 : await moveFiles({ db, from, to: await openFileStore(config, db) }, how)
}

function tellFiles(count: number): void {
  console.log(
    count === 1
      ? 'Levada 1 imagem, conferida com o seu nome.'
      : `Levadas ${count} imagens, conferidas uma a uma com os seus nomes.`,
  )
}

/** An address as it may be shown: role, server and database. */
function addressOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) throw new BackupFault('bad_target')
  return `postgres://${url.host}${url.pathname}`
}

async function openTarget(databaseUrl: string, ownerUrl: string): Promise<Database> {
  const opened: Database[] = []
  try {
    for (const one of [ownerUrl, databaseUrl])
      opened.push(await openDatabase({ dataDir: 'unused', databaseUrl: one, ownerUrl, poolSize: 2 }))
    await opened[0]!.close()
    return opened[1]!
  } catch (error) {
    for (const one of opened) await one.close()
    const { cause, message } = error as Error
    throw new BackupFault('target_away', reasonOf(cause) ?? message)
  }
}

/** The message of the innermost cause that has one. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return reasonOf(error.cause) ?? (error.message || (error as NodeJS.ErrnoException).code)
}

async function openSource(dataDir: string): Promise<Database> {
  try {
    return await openDatabase({ dataDir: path.join(dataDir, 'database') })
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new BackupFault('source_in_use', error.holder === null ? 'outro processo' : `processo ${error.holder}`)
  }
}
