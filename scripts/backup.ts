import { existsSync } from 'node:fs'
import path from 'node:path'
import { BackupFault } from '#server/backup/faults.ts'
import { PASSPHRASE_LENGTH_MIN } from '#contracts/limits.ts'
import { ensureNotMoved } from '#server/backup/moved-mark.ts'
import { ensureRestored } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { withOwner } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig } from '#server/lib/config.ts'
import { readMasters } from '#server/lib/secrets.ts'
import { asCommand, Misuse } from './commands.ts'
import { readPassphrases } from './passphrases.ts'

// `npm run backup -- FILE`: see server/backup/backup.md.
await asCommand('backup', {}, async ({ positionals: [file, ...more] }) => {
  if (!file || more.length > 0) throw new Misuse()
  const config = readConfig(process.env)
  await ensureRestored(config.dataDir)
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataDir, 'database')))
    throw new BackupFault('no_database')
  if (config.databaseUrl === undefined) await ensureNotMoved(config.dataDir)
  const [passphrase] = config.backupPassphrase
    ? [config.backupPassphrase]
    : await readPassphrases(undefined, ['Senha da cópia (12 caracteres ou mais): '])
  if (passphrase === undefined) throw new BackupFault('no_passphrase')
  if (passphrase.length < PASSPHRASE_LENGTH_MIN) throw new BackupFault('short_passphrase')
  const { bytes } = await writeBackup(
    {
      dataDir: config.dataDir,
      asOwner: (fn) =>
        withOwner(
          {
            dataDir: path.join(config.dataDir, 'database'),
            databaseUrl: config.databaseUrl,
            ownerUrl: config.migrationDatabaseUrl,
            archive: config.archiveDir !== undefined,
          },
          fn,
        ),
      secrets: await readMasters(config),
      clock: systemClock,
    },
    path.resolve(file),
    { passphrase },
  )
  console.log(`${file}: cópia completa, ${(bytes / 1e6).toFixed(1).replace('.', ',')} MB.`)
  console.log('Guarde-a em outra máquina, e a senha em outro lugar: sem a senha, ninguém a abre.')
})
