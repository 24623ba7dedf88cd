import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Architecture = 'x64' | 'arm64'

type Locked = {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * The places (`node_modules/…`) of packages and of everything that they need on Linux with glibc, read from a lock file.
 * Throws for one that the lock file does not have.
 */
export function placesFor(names: readonly string[], architecture: Architecture, folder: string): string[] {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> }
  const found = new Set<string>()
  const follow = (name: string, from: string, isOptional: boolean): void => {
    const place = nearest(packages, name, from)
    if (place === null && isOptional) return
    if (place === null) throw new Error(`package-lock.json does not have ${name}, which ${from || 'the release'} needs`)
    if (found.has(place) || !fits(packages[place]!, architecture)) return
    found.add(place)
    const { dependencies = {}, optionalDependencies = {} } = packages[place]!
    for (const each of Object.keys(dependencies)) follow(each, place, each in optionalDependencies)
    for (const each of Object.keys(optionalDependencies)) follow(each, place, true)
  }
  for (const name of names) follow(name, '', false)
  return [...found].toSorted()
}

/** Where a package that another names is found: inside it, or further up. */
function nearest(packages: Readonly<Record<string, Locked>>, name: string, from: string): string | null {
  const place = path.posix.join(from, 'node_modules', name)
  if (packages[place]) return place
  return from === '' ? null : nearest(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)))
}

function fits({ os, cpu, libc }: Locked, architecture: Architecture): boolean {
  const allows = (list: readonly string[] | undefined, own: string) => !list || list.includes(own)
  return allows(os, 'linux') && allows(cpu, architecture) && allows(libc, 'glibc')
}
