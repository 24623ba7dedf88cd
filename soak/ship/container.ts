import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureWhole, factsAt } from './facts.ts'
import { debianIn, PASSWORD } from './machine.ts'

const IMAGE = 'localhost/ciranda-of-the-soak'
const BASE = 'localhost/debian-of-the-soak'
const [NAME, PORT] = ['ciranda-of-the-soak', 38_217]
const START_MS_MAX = 120_000
/** As deploy/compose.yaml runs it. */
const SHUT = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges', '--network=host']
/** Podman asks for more than a machine may give. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096']
const SETTINGS = ['HOST=127.0.0.1', `PORT=${PORT}`, 'SEED=demo', `ADMIN_PASSWORD=${PASSWORD}`, 'LOG_LEVEL=silent'].map(
  (setting) => `--env=${setting}`,
)

const podman = (...args: string[]) => execFileSync('podman', ['--runtime=runc', ...args], { encoding: 'utf8' }).trim()

/**
 * The container of a release, built from its files and refused where one byte of them is another; then it starts, is stopped in
 * order, killed, and starts again with its volume. Needs podman and runc.
 */
export async function liveInContainer(folder: string, tarball: string): Promise<void> {
  const base = debianIn(folder, 'x64')
  execFileSync('sh', ['-c', `tar -C '${base}' -c . | podman import - ${BASE}`], { stdio: 'ignore' })
  const build = (from: string) => ['build', '--isolation=chroot', `--build-arg=BASE=${BASE}`, `--tag=${IMAGE}`, from]
  const release = path.dirname(tarball)
  const changed = mkdtempSync(path.join(folder, 'changed-'))
  try {
    cpSync(release, changed, { recursive: true })
    const file = path.join(changed, path.basename(tarball))
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(file, bytes)
    const { status, stdout, stderr } = spawnSync('podman', build(changed), { encoding: 'utf8' })
    assert.notEqual(status, 0)
    assert.match(stdout + stderr, /linux-x64\.tar\.gz: FAILED/)
    podman(...build(release))
    await useTwice()
  } finally {
    rmSync(changed, { recursive: true })
    for (const left of [
      ['rm', '--force'],
      ['volume', 'rm', '--force'],
    ] as const)
      spawnSync('podman', [...left, NAME])
    spawnSync('podman', ['rmi', '--force', IMAGE, BASE])
  }
}

async function useTwice(): Promise<void> {
  const start = async () => {
    podman('run', '--detach', `--name=${NAME}`, `--volume=${NAME}:/data`, ...SHUT, ...LIMITS, ...SETTINGS, IMAGE)
    const end = performance.now() + START_MS_MAX
    while (!podman('logs', NAME).includes('Ciranda em')) {
      if (performance.now() > end) throw new Error('The container does not start.')
      await wait(200)
    }
    return factsAt(`http://127.0.0.1:${PORT}`)
  }
  const before = await start()
  podman('stop', '--time=20', NAME)
  assert.equal(podman('inspect', '--format={{.State.ExitCode}}', NAME), '0')
  podman('rm', NAME)
  ensureWhole(before, await start())
  podman('kill', NAME)
  podman('rm', NAME)
  ensureWhole(before, await start())
}
