import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// `npm run build`: builds the pages when anything they are made of changed since the last build; otherwise does
// nothing.

const STAMP = 'web/dist/.built-from'
const SOURCES = [
  'web/**/*',
  'contracts/**/*',
  'circle/**/*',
  'vite.config.ts',
  'scripts/vite-plugins.ts',
  'scripts/first-readings.ts',
  'scripts/verify-ledger.mjs',
  'postcss.config.*',
  'package-lock.json',
]

const current = fingerprint()
if (readStamp() !== current) {
  // The builder takes half a second to load, which most starts need not spend.
  const { build } = await import('vite')
  await build({ logLevel: 'warn' })
  writeFileSync(STAMP, current)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes(path.join('web', 'dist')) && !entry.name.includes('.test.'),
    )
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function readStamp(): string | null {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return null
  }
}
