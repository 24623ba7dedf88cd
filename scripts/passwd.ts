import { existsSync } from 'node:fs'
import path from 'node:path'
import { NoSuchAdministrator, resetAccess } from '#server/administrators/reset-access.ts'
import { ensureNotMoved } from '#server/backup/moved-mark.ts'
import { ensureRestored } from '#server/backup/restore.ts'
import { createStateCache } from '#server/circle-store/state-cache.ts'
import { openDatabase } from '#server/database/database.ts'
import { reachEmbedded } from '#server/database/embedded.ts'
import { findKnownSecret } from '#server/database/recognize-secret.ts'
import { systemClock } from '#server/lib/clock.ts'
import { readConfig, type Config } from '#server/lib/config.ts'
import { loadSecrets } from '#server/lib/secrets.ts'
import { typed } from '#server/lib/typed-command.ts'
import { asCommand, Misuse } from './commands.ts'

// `ciranda passwd`, for an administrator who is locked out and has the machine itself: docs/decisions/077-at-the-machine.md.
await asCommand('passwd', {}, async ({ positionals: [email, ...more] }) => {
  if (more.length > 0) throw new Misuse()
  const config = readConfig(process.env)
  const dataDir = path.join(config.dataDir, 'database')
  await ensureRestored(config.dataDir)
  if (config.databaseUrl === undefined) await ensureNotMoved(config.dataDir)
  if (config.databaseUrl === undefined && !existsSync(dataDir))
    throw new Error('Ninguém administra ainda: a pasta de DATA_DIR não tem banco de dados.')
  const database = await openDatabase(await addressOf(config, dataDir))
  try {
    const secrets = await loadSecrets(config, await findKnownSecret(database.db))
    const services = { config, database, db: database.db, secrets, clock: systemClock, stateCache: createStateCache() }
    const { email: whose, password } = await resetAccess(services, email)
    console.log(`Senha provisória de ${whose}, mostrada só agora: ${password}`)
    console.log('As sessões dessa conta terminaram. Quem entra com a senha escolhe logo outra; todos foram avisados.')
  } catch (error) {
    if (!(error instanceof NoSuchAdministrator)) throw error
    const those = `Quem administra: ${error.addresses.join(', ')}.`
    throw new Error(
      email === undefined
        ? `Diga de quem: ${typed('passwd', 'E-MAIL')}. ${those}`
        : `Ninguém administra como ${email}. ${those}`,
      {
        cause: error,
      },
    )
  } finally {
    await database.close()
  }
})

/** Beside a running Ciranda its database is used as it is; else it is opened for this alone. */
async function addressOf({ databaseUrl, migrationDatabaseUrl }: Config, dataDir: string) {
  if (databaseUrl !== undefined) return { dataDir, databaseUrl, ownerUrl: migrationDatabaseUrl }
  return { dataDir, databaseUrl: (await reachEmbedded({ dataDir })) ?? undefined }
}
