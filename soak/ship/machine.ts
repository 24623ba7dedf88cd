import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Cgroup } from './cgroup.ts'
import type { Limits } from './cgroup.ts'
import type { Architecture } from '../../scripts/release/packages.ts'

export const PASSWORD = 'senha-da-administracao'
const START_MS_MAX = 240_000
const PATHS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export type Kind = 'package' | 'tarball'

/** How each kind is installed, where it then is, and what starts it as its service or its owner does. */
const KINDS = {
  package: {
    install: (file: string) => `dpkg --install ${file}`,
    settings: 'etc/ciranda/ciranda.env',
    data: 'var/lib/ciranda',
    home: 'usr/lib/ciranda',
    start: '/usr/lib/ciranda/ciranda settle && exec ciranda start',
  },
  tarball: {
    install: (file: string) =>
      `useradd --create-home prima && cd /home/prima && tar -xf ${file} && mv ciranda-* ciranda && chown -R prima: .`,
    settings: 'home/prima/ciranda.env',
    data: 'home/prima/data',
    home: 'home/prima/ciranda',
    start: 'exec ciranda start',
  },
} as const

/** Calls a tarball's program as the person who unpacked it. */
const CALLED = `#!/bin/sh
cd /home/prima && set -a && . ./ciranda.env
exec setpriv --reuid=prima --regid=prima --init-groups ./ciranda/ciranda "$@"
`

type Made = {
  readonly kind?: Kind
  readonly architecture?: Architecture
  readonly diskMegabytes?: number
  readonly limits?: Limits
}

/** A Debian 12 of its own in a folder, which the machine's processes are seen from and which sees none of theirs. */
export class Machine {
  readonly root: string
  readonly kind: Kind
  readonly #port: number
  /** Its own systemd, once it is booted. */
  #system: { readonly child: ChildProcess; readonly leader: number } | null = null

  readonly #group: Cgroup | null

  private constructor(root: string, kind: Kind, port: number, limits: Limits | undefined) {
    this.root = root
    this.kind = kind
    this.#port = port
    this.#group = limits ? new Cgroup(path.basename(root), limits) : null
  }

  /** A copy of a Debian that debootstrap made once in `folder`, on a disk of its own where it has a size. Needs root. */
  static async make(folder: string, { kind = 'package', architecture = 'x64', diskMegabytes, limits }: Made = {}) {
    const base = debianIn(folder, architecture)
    const root = mkdtempSync(path.join(folder, 'machine-'))
    if (diskMegabytes === undefined) execFileSync('cp', ['-a', '--reflink=auto', `${base}/.`, root])
    else {
      const disk = `${root}.disk`
      execFileSync('mkfs.ext4', ['-q', '-m', '0', '-d', base, disk, `${diskMegabytes}M`])
      execFileSync('mount', ['-o', 'loop', disk, root])
      rmSync(disk)
    }
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as { port: number }
    probe.close()
    return new Machine(root, kind, port, limits)
  }

  get data(): string {
    return path.join(this.root, KINDS[this.kind].data)
  }

  /** The memory of all its processes, where it has limits. */
  get megabytes(): number {
    return this.#group!.megabytes
  }

  get killedByKernel(): number {
    return this.#group!.killedByKernel
  }

  /** How far an update had come, by the folders that deploy/update.sh leaves. */
  get phase(): string {
    const isThere = (name: string) => existsSync(path.join(this.root, KINDS[this.kind].home, name))
    if (isThere('over')) return 'it was over'
    if (isThere('tried')) return 'the new version was tried'
    if (isThere('before')) return 'the data were kept, or the programs changed places'
    return isThere('new.part') || isThere('new') || isThere('before.part') ? 'it was unpacked' : 'its file was checked'
  }

  /** Lays a file of a release with its signed list where the machine finds it; answers its path there. */
  bring(file: string): string {
    const [from, version] = [path.dirname(file), path.basename(path.dirname(file))]
    const to = path.join('/srv', version)
    mkdirSync(path.join(this.root, to), { recursive: true })
    for (const name of [path.basename(file), 'SHA256SUMS', 'SHA256SUMS.minisig'])
      if (existsSync(path.join(from, name))) cpSync(path.join(from, name), path.join(this.root, to, name))
    return path.join(to, path.basename(file))
  }

  /** Installs a file of a release. */
  async install(file: string): Promise<void> {
    const { status, said } = await this.run(KINDS[this.kind].install(this.bring(file)))
    if (status !== 0) throw new Error(`It could not be installed: ${said}`)
    if (this.kind === 'package') return
    const called = path.join(this.root, 'usr/local/bin/ciranda')
    writeFileSync(called, CALLED)
    chmodSync(called, 0o755)
  }

  /** Runs a command line in it; with `killAfterMs`, every process of it is killed then, as by a lost current. */
  async run(line: string, killAfterMs?: number): Promise<{ status: number | null; said: string }> {
    const { child, said } = this.#spawn(line)
    let isKilled = false
    const kill = () => {
      isKilled = child.exitCode === null
      if (this.#system) process.kill(this.#system.leader, 'SIGKILL')
      else child.kill('SIGKILL')
    }
    const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs)
    const [status] = (await once(child, 'close')) as [number | null]
    clearTimeout(timer)
    if (isKilled) await this.#ended()
    return { status: isKilled ? null : status, said: said() }
  }

  /** The service's settings, and a demonstration that is used unless they say otherwise. */
  configure(settings: Readonly<Record<string, string>> = { SEED: 'demo' }): void {
    const all = { PORT: this.#port, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent', ...settings }
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(path.join(this.root, KINDS[this.kind].settings), lines.join(''))
  }

  /** Starts Ciranda as its service does, lets `use` ask it, and ends it in order. */
  async whileRunning<T>(use: (url: string) => Promise<T>): Promise<T> {
    const { child, said } = this.#spawn(KINDS[this.kind].start)
    const end = performance.now() + START_MS_MAX
    while (!said().includes('Ciranda em')) {
      if (child.exitCode !== null || performance.now() > end) throw new Error(`It does not start: ${said()}`)
      await wait(20)
    }
    try {
      return await use(`http://127.0.0.1:${this.#port}`)
    } finally {
      // The first process in the machine is the shell that became Ciranda.
      process.kill(childOf(child)!, 'SIGTERM')
      await once(child, 'close')
    }
  }

  /** Starts its own systemd, which then runs the service. */
  async boot(): Promise<void> {
    const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--console=pipe', '--directory', this.root]
    const child = spawn('systemd-nspawn', options, { stdio: 'ignore' })
    const end = performance.now() + START_MS_MAX
    const asks = 'systemctl is-system-running --wait'
    for (;;) {
      if (child.exitCode !== null || performance.now() > end) throw new Error('systemd-nspawn --boot does not start')
      const leader = childOf(child)
      if (leader !== null) {
        this.#system = { child, leader }
        if (/^(?:running|degraded)$/m.test((await this.run(asks)).said)) return
      }
      await wait(200)
    }
  }

  /** Turns it off in order. */
  async shutDown(): Promise<void> {
    await this.run('systemctl poweroff')
    await this.#ended()
  }

  /** Asks the service that systemd runs, once it answers. */
  async whenItAnswers<T>(use: (url: string) => Promise<T>, port = this.#port): Promise<T> {
    const url = `http://127.0.0.1:${port}`
    const end = performance.now() + START_MS_MAX
    const isHealthy = () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isHealthy())) {
      if (performance.now() > end)
        throw new Error(`The service does not answer: ${(await this.run('journalctl -u ciranda -n 20 -o cat')).said}`)
      await wait(200)
    }
    return use(url)
  }

  async remove(): Promise<void> {
    if (this.#system) process.kill(this.#system.leader, 'SIGKILL')
    await this.#ended()
    spawnSync('umount', ['--lazy', this.root])
    rmSync(this.root, { recursive: true, force: true })
    this.#group?.remove()
  }

  async #ended(): Promise<void> {
    const child = this.#system?.child
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    this.#system = null
  }

  #spawn(line: string) {
    const enters = this.#group ? `${this.#group.enters}; ` : ''
    const inside = `${enters}mount -t proc proc '${this.root}/proc' && mount --rbind /sys '${this.root}/sys' && exec chroot '${this.root}' /bin/sh -c "$0"`
    const [command, ...options] = this.#system
      ? ['nsenter', '--all', '--target', String(this.#system.leader), '/bin/sh', '-c', line]
      : ['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, line]
    const child = spawn(command!, options, {
      env: { PATH: PATHS, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return { child, said: () => said }
  }
}

/** The folder with a Debian of an architecture, made where it is not there yet; another's runs under qemu. */
export function debianIn(folder: string, architecture: Architecture): string {
  const base = path.join(folder, `debian-${architecture}`)
  if (existsSync(base)) return base
  const part = `${base}.part`
  rmSync(part, { recursive: true, force: true })
  const name = architecture === 'x64' ? 'amd64' : 'arm64'
  const packages = '--include=adduser,debconf,dbus,systemd-sysv'
  execFileSync('debootstrap', [`--arch=${name}`, '--variant=minbase', packages, 'bookworm', part])
  renameSync(part, base)
  return base
}

function childOf({ pid }: ChildProcess): number | null {
  const [first = ''] = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).stdout.split('\n')
  return first === '' ? null : Number(first)
}
