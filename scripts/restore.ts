import path from 'node:path'
import { BackupFault } from '#server/backup/faults.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { restoreAt } from '#server/backup/archive/restore-at.ts'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig, type Config } from '#server/lib/config.ts'
import { asCommand, Misuse } from './commands.ts'
import { withPassphrases } from './passphrases.ts'
import { verify } from './verify-ledger.mjs'
import { typed } from '#server/lib/typed-command.ts'
import { instantText } from '#server/backup/archive/choose-base.ts'

// `npm run restore -- FILE`, and `-- --at MOMENT FOLDER` from a continuous archive: see server/backup/backup.md.
await asCommand('restore', { at: { type: 'string' } }, async ({ values, positionals: [place, ...more] }) => {
  if (more.length > 0) throw new Misuse()
  const config = readConfig(process.env)
  if (values.at === undefined) await fromBackup(config, place)
  else await fromArchive(config, values.at, place ?? config.archiveDir)
  // Debian's package has a service, which `ciranda start` would stand in for until the terminal is closed.
  const isPackaged = import.meta.dirname.startsWith('/usr/lib/ciranda/')
  console.log(`Comece com ${isPackaged ? 'systemctl start ciranda' : typed('start')}.`)
})

async function fromBackup(config: Config, file: string | undefined): Promise<void> {
  if (!file) throw new Misuse()
  const { at, rows, files, erased } = await withPassphrases(config.backupPassphrase, (passphrases) =>
    restoreBackup({
      file: path.resolve(file),
      passphrases,
      dataDir: config.dataDir,
      files: config.files,
      open: () =>
        openDatabase({
          dataDir: path.join(config.dataDir, 'database'),
          databaseUrl: config.databaseUrl,
          ownerUrl: config.migrationDatabaseUrl,
        }),
      jwtSecret: config.jwtSecret,
      listsIn: ownLists(config),
    }),
  )
  const day = new Date(at).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  console.log(`Restaurada a cópia de ${day}: ${rows} linhas e ${files} arquivos, conferidos com ela um a um.`)
  tellErased(erased)
}

async function fromArchive(config: Config, moment: string, folder: string | undefined): Promise<void> {
  if (!folder) throw new Misuse()
  if (config.databaseUrl !== undefined) throw new BackupFault('archive_own_only')
  const at = momentIn(moment)
  const { lastAt, circles, entries, files, erased, differences } = await withPassphrases(
    config.backupPassphrase,
    (passphrases) =>
      restoreAt({
        folder: path.resolve(folder),
        at,
        passphrases,
        dataDir: config.dataDir,
        files: config.files,
        jwtSecret: config.jwtSecret,
        listsIn: ownLists(config),
        clock: systemClock,
        verify: (asked) => verify(asked),
      }),
  )
  console.log(
    `Restaurado${lastAt ? ` até ${instantText(lastAt)}, o último momento em que algo foi gravado` : ' até a base do arquivo'}: ` +
      `${circles === 1 ? 'o livro' : `os livros de ${circles} círculos`} com ${entries} ` +
      `${entries === 1 ? 'lançamento' : 'lançamentos'}, do primeiro ao último, e ${files} imagens, conferidos.`,
  )
  for (const one of differences) console.log(`Diferença encontrada: ${one}`)
  tellErased(erased)
}

/** Where this machine keeps who was erased and which sessions ended: newer than any copy that was carried elsewhere. */
function ownLists({ backupDir, archiveDir }: Config): string[] {
  return [backupDir, archiveDir].filter((folder) => folder !== undefined)
}

/** Null for everything there is. Without an offset nobody knows which moment is meant. */
function momentIn(text: string): Date | null {
  if (text === 'last') return null
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:?\d\d|Z)$/.test(text) || Number.isNaN(at.getTime()))
    throw new BackupFault('bad_moment')
  return at
}

function tellErased(erased: number): void {
  if (erased === 0) return
  console.log(
    `${erased} ${erased === 1 ? 'pessoa que saiu continua apagada' : 'pessoas que saíram continuam apagadas'}.`,
  )
}
