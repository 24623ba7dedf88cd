import path from 'node:path'
import { restoreBackup } from '#server/backup/restore.ts'
import { openDatabase } from '#server/database/database.ts'
import { readConfig } from '#server/lib/config.ts'
import { readPassphrases } from './passphrases.ts'

// `npm run restore -- FILE`: see server/backup/backup.md.
try {
  const [file] = process.argv.slice(2)
  if (!file) throw new Error('npm run restore -- ARQUIVO')
  const config = readConfig(process.env)
  const { at, rows, files, erased } = await restoreBackup({
    file: path.resolve(file),
    passphrases: await readPassphrases(config.backupPassphrase, ['Senha da cópia: ']),
    dataDir: config.dataDir,
    open: () =>
      openDatabase({
        dataDir: path.join(config.dataDir, 'database'),
        databaseUrl: config.databaseUrl,
        ownerUrl: config.migrationDatabaseUrl,
      }),
    jwtSecret: config.jwtSecret,
  })
  const day = new Date(at).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  console.log(`Restaurada a cópia de ${day}: ${rows} linhas e ${files} arquivos, conferidos com ela um a um.`)
  if (erased > 0)
    console.log(
      `${erased} ${erased === 1 ? 'pessoa que saiu continua apagada' : 'pessoas que saíram continuam apagadas'}.`,
    )
  console.log('Comece com npm start.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
