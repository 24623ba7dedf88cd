import { readConfig } from '#server/lib/config.ts'
import { replaceSecret } from '#server/lib/secrets.ts'
import { asCommand, Misuse } from './commands.ts'

// `npm run rotate-secret`: see docs/how-to/rotate-the-secret.md.
await asCommand('rotate-secret', {}, async ({ positionals }) => {
  if (positionals.length > 0) throw new Misuse()
  const { dataDir, jwtSecret } = readConfig(process.env)
  if (jwtSecret !== undefined)
    throw new Error('JWT_SECRET está definida: passe-a para JWT_SECRET_PREVIOUS, e ponha uma nova em JWT_SECRET.')
  await replaceSecret(dataDir)
  console.log(`${dataDir} tem um segredo novo. O próximo começo cifra tudo com ele; até lá nada muda.`)
})
