import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A build is stale when a file among its sources changed; the stamp beside it says of which it was made. */
type Target = { readonly stamp: string; readonly sources: readonly string[] }

export const PAGES: Target = {
  stamp: 'web/dist/.built-from',
  sources: [
    'web/**/*',
    'contracts/**/*',
    'circle/**/*',
    'vite.config.ts',
    'scripts/{vite,pages}-plugins.ts',
    'server/http/security-headers.ts',
    'package.json',
    'scripts/first-readings.ts',
    'scripts/verify-ledger.mjs',
    'postcss.config.*',
    'package-lock.json',
  ],
}

/** The server in one file. Its workers, migrations and data files stay where they are. */
export const SERVER: Target & { readonly file: string } = {
  file: 'build/server.js',
  stamp: 'build/.built-from',
  sources: ['{server,contracts,circle}/**/*.ts', 'package-lock.json'],
}

/** Whether a target was built from the sources as they stand. */
export function isBuilt(target: Target): boolean {
  return readStamp(target) === fingerprint(target)
}

/** The file to start the server from: the built one while it is what the sources make, else the sources. */
export function serverFile(): string {
  return isBuilt(SERVER) ? SERVER.file : 'server/main.ts'
}

/** Builds a target unless it stands as its sources do. */
export async function buildWhenStale(target: Target, build: () => Promise<void>): Promise<void> {
  const current = fingerprint(target)
  if (readStamp(target) === current) return
  await build()
  writeFileSync(target.stamp, current)
}

function fingerprint({ sources }: Target): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && !entry.parentPath.includes(path.join('web', 'dist')) && !entry.name.includes('.test.'),
    )
    .map((entry) => path.relative('.', path.join(entry.parentPath, entry.name)))
    .sort()
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function readStamp({ stamp }: Target): string | null {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return null
  }
}
