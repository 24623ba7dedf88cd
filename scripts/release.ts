import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '#server/lib/version.ts'
import { buildProgram } from './build-server.ts'
import { debianName, packDebian, stageDebian } from './release/debian.ts'
import { hashOf, pack } from './release/pack.ts'
import { logKeyOf, pagesLog } from './release/pages-log.ts'
import { webcatManifest } from './release/webcat.ts'
import { conferirPage } from './pages-plugins.ts'
import { isLinux, PLATFORMS, tarballName } from './release/packages.ts'
import type { PlatformName } from './release/packages.ts'
import { sbomOf } from './release/sbom.ts'
import { newReleaseKey, publicText, readSecret, signFile } from './release/signature.ts'
import type { ReleaseKey } from './release/signature.ts'
import { stage } from './release/stage.ts'

// `npm run release`: what is released of the last commit. docs/how-to/release.md.

const HELP = `Usage: npm run release -- [options]

  --out FOLDER    where to (default: build/release)
  --for LIST      x64,arm64 (default: both, of Linux), and darwin-x64, darwin-arm64, win32-x64, which nobody tried
  --key FILE      the secret release key; without it nothing is signed
  --new-key FILE  only makes a release key: FILE, and FILE.pub
`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { out: text, for: text, key: text, 'new-key': text, help: { type: 'boolean' } },
})
if (values.help) console.log(HELP)
else if (values['new-key'] !== undefined) makeKey(values['new-key'])
else await release()

function makeKey(file: string): void {
  const made = newReleaseKey()
  writeFileSync(file, made.secret, { mode: 0o600, flag: 'wx' })
  writeFileSync(`${file}.pub`, made.publicText, { flag: 'wx' })
  console.log(`For witnesses (--release-key): ${logKeyOf(readSecret(made.secret))}`)
}

async function release(): Promise<void> {
  const out = path.resolve(values.out ?? 'build/release')
  const key = values.key === undefined ? undefined : readSecret(readFileSync(values.key, 'utf8'))
  const platforms = (values.for ?? 'x64,arm64').split(',') as PlatformName[]
  const unknown = platforms.filter((platform) => !Object.hasOwn(PLATFORMS, platform))
  if (unknown.length > 0)
    throw new Error(`There is nothing for ${unknown.join(', ')}, but ${Object.keys(PLATFORMS).join(', ')}.`)
  const changed = run('git', ['status', '--porcelain'])
  if (changed !== '') throw new Error(`A release is of what is committed, and this is not:\n${changed}`)
  const epoch = Number(process.env['SOURCE_DATE_EPOCH'] ?? run('git', ['log', '-1', '--format=%ct']))
  const work = mkdtempSync(path.join(tmpdir(), 'ciranda-release-'))
  try {
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out, { recursive: true })
    const built = buildIn(path.join(work, 'tree'))
    const pages = await takePages(built, out, key ?? null)
    await buildProgram(path.join(process.cwd(), 'build', 'program'))
    cpSync('build/program', path.join(built, 'build', 'program'), { recursive: true })
    const names = []
    for (const platform of platforms) {
      const name = tarballName(VERSION, platform)
      const packages = packagesFor(platform, path.join(work, platform))
      stage({ built, packages, platform, to: path.join(work, name), publicKey: key && publicText(key) })
      await pack(path.join(work, name), path.join(out, `${name}.tar.gz`), epoch)
      names.push(`${name}.tar.gz`)
      if (!isLinux(platform)) continue
      const debian = debianName(VERSION, platform)
      const root = path.join(work, `debian-${platform}`)
      stageDebian({ staged: path.join(work, name), architecture: platform, version: VERSION, root, epoch })
      packDebian(root, path.join(out, debian), epoch)
      names.push(debian)
    }
    writeFileSync(path.join(out, 'sbom.json'), sbomOf(built, epoch))
    cpSync(path.join(built, 'deploy', 'Dockerfile'), path.join(out, 'Dockerfile'))
    await sum(out, [...names, ...pages, 'sbom.json', 'Dockerfile'], key)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  console.log(readFileSync(path.join(out, 'SHA256SUMS'), 'utf8'))
}

/** The last commit in a folder of its own, with its pages built: nothing that an earlier build left gets in. */
function buildIn(tree: string): string {
  mkdirSync(tree)
  run('sh', ['-c', `git archive HEAD | tar -x -C '${tree}'`])
  run('cp', ['-al', 'node_modules', path.join(tree, 'node_modules')])
  run(process.execPath, [path.join(tree, 'scripts', 'build.ts')], tree)
  return tree
}

/**
 * The list of the pages and, with a key, the log of all releases: served with the pages, and beside the tarballs, where
 * `conferir.html` is too, which has to come from elsewhere than the pages.
 */
async function takePages(built: string, out: string, key: ReleaseKey | null): Promise<string[]> {
  const dist = path.join(built, 'web', 'dist')
  const list = readFileSync(path.join(dist, 'pages.json'), 'utf8')
  writeFileSync(path.join(out, 'pages.json'), list)
  writeFileSync(path.join(out, 'webcat.json'), webcatManifest(list))
  writeFileSync(path.join(out, 'conferir.html'), await conferirPage(key && logKeyOf(key)))
  const always = ['pages.json', 'webcat.json', 'conferir.html']
  if (key === null) return always
  const before = path.join(built, 'deploy', 'pages.log')
  const known = existsSync(before) ? readFileSync(before, 'utf8') : null
  const log = pagesLog(list, known, key)
  for (const folder of [dist, out]) writeFileSync(path.join(folder, 'pages.log'), log)
  return [...always, 'pages.log']
}

/** A folder whose node_modules has the packages of a platform: this machine's own, or fetched from the registry. */
function packagesFor(name: PlatformName, folder: string): string {
  const { os, cpu, node } = PLATFORMS[name]
  if (existsSync(path.join('node_modules', node))) return process.cwd()
  mkdirSync(folder)
  for (const file of ['package.json', 'package-lock.json']) cpSync(file, path.join(folder, file))
  const platform = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc']
  run(
    'npm',
    ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', ...platform],
    folder,
  )
  return folder
}

async function sum(out: string, names: readonly string[], key: ReleaseKey | undefined): Promise<void> {
  const lines = []
  for (const name of names.toSorted()) lines.push(`${await hashOf(path.join(out, name))}  ${name}\n`)
  const sums = lines.join('')
  writeFileSync(path.join(out, 'SHA256SUMS'), sums)
  if (!key) return
  const signature = signFile(Buffer.from(sums), key, `ciranda ${VERSION}`)
  writeFileSync(path.join(out, 'SHA256SUMS.minisig'), signature)
}

function run(command: string, args: readonly string[], cwd = process.cwd()): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64e6 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout.trim()
}
