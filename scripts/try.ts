import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/lib/config.ts'
import { prepare } from '#server/prepare.ts'

// `ciranda try`: a start that ends once it is healthy. An update asks it of the new version (deploy/update.sh). It does no job,
// sends nothing and archives nothing: should the data of before come back, nothing was told that then did not happen.

process.on('SIGTERM', () => process.exit(1))
const config = readConfig({ ...process.env, ARCHIVE_DIR: undefined, LOG_LEVEL: 'silent' })
try {
  const { values } = parseArgs({ options: { former: { type: 'string' } } })
  if (config.databaseUrl !== undefined || existsSync(path.join(config.dataDir, 'database'))) {
    const { services } = await prepare(config, {}, values.former)
    const app = await createApp(services, { webRoot: config.webDir })
    const { statusCode, body } = await app.inject('/api/health')
    if (statusCode !== 200) throw new Error(`a saúde responde ${statusCode}: ${body}`)
    await app.close()
    await services.events.close()
    await services.database.close()
  }
  process.exit(0)
} catch (error) {
  console.error(`A versão nova não começa: ${(error as Error).message}`)
  process.exit(1)
}
