import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { manual } from './manual.ts'
import type { Architecture } from './packages.ts'

const DEPLOY = path.join(import.meta.dirname, '..', '..', 'deploy')
const NAMES = { x64: 'amd64', arm64: 'arm64' } as const

export type DebianOptions = {
  /** The folder that `stage` made. */
  readonly staged: string
  readonly architecture: Architecture
  readonly version: string
  /** The folder to make, which becomes the package's root. */
  readonly root: string
  /** The release's date, in seconds. */
  readonly epoch: number
}

/** The package's file name: `ciranda_1.0.0_amd64.deb`. */
export function debianName(version: string, architecture: Architecture): string {
  return `ciranda_${version}_${NAMES[architecture]}.deb`
}

/** Puts together what the Debian package holds: the program, its service, its settings, and what Debian runs around them. */
export function stageDebian({ staged, architecture, version, root, epoch }: DebianOptions): void {
  const put = (file: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
    chmodSync(path.join(root, file), mode)
  }
  const kept = (file: string) => readFileSync(path.join(DEPLOY, 'debian', file), 'utf8')
  cpSync(staged, path.join(root, 'usr/lib/ciranda'), { recursive: true, verbatimSymlinks: true })
  put('usr/bin/ciranda', kept('ciranda'), 0o755)
  put(
    'usr/lib/systemd/system/ciranda.service',
    installedUnit(readFileSync(path.join(DEPLOY, 'ciranda.service'), 'utf8')),
  )
  put('usr/share/ciranda/ciranda.env', kept('ciranda.env'))
  put('usr/share/man/man1/ciranda.1.gz', gzipSync(manual(kept('ciranda.1')), { level: 9 }))
  put('usr/share/doc/ciranda/changelog.gz', gzipSync(changelog(version, epoch), { level: 9 }))
  put('usr/share/lintian/overrides/ciranda', kept('lintian'))
  put('usr/share/doc/ciranda/copyright', readFileSync(path.join(staged, 'app', 'LICENSE')))
  const size = spawnSync('du', ['-sk', '--apparent-size', root], { encoding: 'utf8' }).stdout.split('\t')[0]!
  const control = kept('control')
    .replace('@VERSION@', version)
    .replace('@ARCHITECTURE@', NAMES[architecture])
    .replace('@SIZE@', size)
  put('DEBIAN/control', control)
  put('DEBIAN/templates', kept('templates'))
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm'])
    put(`DEBIAN/${script}`, kept(script).replaceAll('@VERSION@', version), 0o755)
}

/** Debian's form of a changelog; ours is for people, and told by the release. */
function changelog(version: string, epoch: number): string {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000')
  const entry = `  * Release ${version}, as CHANGELOG.md tells it`
  return `ciranda (${version}) stable; urgency=medium\n\n${entry}\n\n -- Ciranda <ciranda@users.noreply.github.com>  ${date}\n`
}

/** The unit of `deploy/`, for the program that the package brings. Throws where it no longer has what is replaced. */
export function installedUnit(unit: string): string {
  return [
    ['file:///opt/ciranda/docs/how-to/run-on-a-server.md', 'man:ciranda(1)'],
    ["# Ciranda on a machine of one's own, without containers: docs/how-to/run-on-a-server.md\n", ''],
    ['WorkingDirectory=/opt/ciranda', 'WorkingDirectory=/var/lib/ciranda'],
    ['EnvironmentFile=/etc/ciranda.env', 'EnvironmentFile=/etc/ciranda/ciranda.env'],
    [
      'ExecStart=/usr/bin/env node scripts/run.mjs scripts/start.ts',
      // Root settles an update that was killed: the program is root's.
      'ExecStartPre=+/usr/lib/ciranda/ciranda settle\nExecStart=/usr/lib/ciranda/ciranda start',
    ],
  ].reduce((text, [from, to]) => {
    if (!text.includes(from!)) throw new Error(`deploy/ciranda.service has no “${from}”`)
    return text.replace(from!, to!)
  }, unit)
}

/** Builds the package of a folder of `stageDebian`, the same bytes each time: dated `epoch` (seconds), root's. Needs dpkg. */
export function packDebian(root: string, file: string, epoch: number): void {
  const options = ['--root-owner-group', '-Zgzip', '-z9', '--build', root, file]
  const environment = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  const { status, stderr, error } = spawnSync('dpkg-deb', options, { encoding: 'utf8', env: environment })
  if (status !== 0) throw new Error(`dpkg-deb failed: ${error?.message ?? stderr}`)
}
