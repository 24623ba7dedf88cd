import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { VERSION } from '#server/lib/version.ts'
import { newReleaseKey, readSecret, signFile } from '../../scripts/release/signature.ts'
import type { Kind } from './machine.ts'

/** The signed files of this version, of a newer one, and of one that cannot start. */
export type Releases = Readonly<Record<'own' | 'newer' | 'broken', Readonly<Record<Kind, string>>>> & {
  /** This version's tarball for the other architecture. */
  readonly arm64: string
}

export const NEWER = '99.0.0'
const BROKEN = '99.1.0'

const run = (command: string, args: readonly string[]) => execFileSync(command, args, { encoding: 'utf8' })

/** Makes them in a folder, of the last commit; those that are there already serve. Minutes. */
export function makeReleases(folder: string): Releases {
  const commit = run('git', ['rev-parse', 'HEAD']).trim()
  const made = path.join(folder, commit)
  const files = (version: string) => ({
    package: path.join(made, version, `ciranda_${version}_amd64.deb`),
    tarball: path.join(made, version, `ciranda-${version}-linux-x64.tar.gz`),
  })
  const arm64 = path.join(made, VERSION, `ciranda-${VERSION}-linux-arm64.tar.gz`)
  const releases = { own: files(VERSION), newer: files(NEWER), broken: files(BROKEN), arm64 }
  if (existsSync(made)) return releases
  const part = `${made}.part`
  // Those of earlier commits are a gigabyte each.
  for (const left of readdirSync(folder))
    if (/^[0-9a-f]{40}/.test(left)) rmSync(path.join(folder, left), { recursive: true })
  mkdirSync(part, { recursive: true })
  const { secret } = newReleaseKey()
  const key = path.join(part, 'key')
  writeFileSync(key, secret)
  run(process.execPath, ['scripts/release.ts', '--key', key, '--out', path.join(part, VERSION)])
  for (const version of [NEWER, BROKEN]) repack(part, version, secret)
  renameSync(part, made)
  return releases
}

/** The same program under another version; the broken one has a migration that fails. */
function repack(folder: string, version: string, secret: string): void {
  const [root, out] = [path.join(folder, 'root'), path.join(folder, version)]
  run('dpkg-deb', ['--raw-extract', path.join(folder, VERSION, `ciranda_${VERSION}_amd64.deb`), root])
  for (const file of ['DEBIAN/control', 'DEBIAN/preinst', 'usr/lib/ciranda/app/package.json'])
    change(path.join(root, file), (text) => text.replaceAll(VERSION, version))
  if (version === BROKEN) {
    const migrations = path.join(root, 'usr/lib/ciranda/app/server/migrations')
    change(path.join(migrations, 'meta/_journal.json'), (text) => {
      const { entries, ...rest } = JSON.parse(text) as { entries: { idx: number; when: number }[] }
      const last = entries.at(-1)!
      const broken = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_broken' }
      return JSON.stringify({ ...rest, entries: [...entries, broken] })
    })
    writeFileSync(
      path.join(migrations, '9999_broken.sql'),
      'CREATE TABLE half_done (id int);--> statement-breakpoint\nSELECT 1 / 0;',
    )
  }
  mkdirSync(out)
  const [deb, name] = [`ciranda_${version}_amd64.deb`, `ciranda-${version}-linux-x64`]
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, path.join(out, deb)])
  renameSync(path.join(root, 'usr/lib/ciranda'), path.join(root, name))
  run('tar', ['-C', root, '--use-compress-program=gzip -1', '-cf', path.join(out, `${name}.tar.gz`), name])
  const sums = Buffer.from(run('sh', ['-c', `cd '${out}' && sha256sum *`]))
  writeFileSync(path.join(out, 'SHA256SUMS'), sums)
  writeFileSync(path.join(out, 'SHA256SUMS.minisig'), signFile(sums, readSecret(secret), `ciranda ${version}`))
  rmSync(root, { recursive: true })
}

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}
