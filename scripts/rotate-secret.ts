import { readConfig } from '#server/lib/config.ts'
import { replaceSecret } from '#server/lib/secrets.ts'

// `npm run rotate-secret`: see docs/how-to/rotate-the-secret.md.
try {
  const { dataDir, jwtSecret } = readConfig(process.env)
  if (jwtSecret !== undefined)
    throw new Error('JWT_SECRET is configured: put it into JWT_SECRET_PREVIOUS, and a new one into JWT_SECRET.')
  await replaceSecret(dataDir)
  console.log(`${dataDir} has a new secret. The next start seals everything with it; until then nothing changes.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
