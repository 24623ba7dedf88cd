import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const PASSWORD = 'senha-da-administracao'
const START_MS_MAX = 120_000

/** A Debian 12 of its own in a folder, which the machine's processes are seen from and which sees none of theirs. */
export class Machine {
  readonly root: string
  readonly #port: number

  private constructor(root: string, port: number) {
    this.root = root
    this.#port = port
  }

  /** A copy of a Debian that debootstrap made once in `folder`. Needs root. */
  static async make(folder: string): Promise<Machine> {
    const base = path.join(folder, 'debian')
    if (!existsSync(base)) {
      const part = `${base}.part`
      rmSync(part, { recursive: true, force: true })
      execFileSync('debootstrap', ['--variant=minbase', '--include=adduser,debconf', 'bookworm', part])
      renameSync(part, base)
    }
    const root = mkdtempSync(path.join(folder, 'machine-'))
    execFileSync('cp', ['-a', '--reflink=auto', `${base}/.`, root])
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as { port: number }
    probe.close()
    return new Machine(root, port)
  }

  /** Lays a package with its signed list where the machine finds it; answers its path there. */
  bring(file: string): string {
    cpSync(path.dirname(file), path.join(this.root, 'root', path.basename(path.dirname(file))), { recursive: true })
    return path.join('/root', path.basename(path.dirname(file)), path.basename(file))
  }

  /** Runs a command line in it; with `killAfterMs`, every process of it is killed then, as by a lost current. */
  async run(line: string, killAfterMs?: number): Promise<{ status: number | null; said: string }> {
    const { child, said } = this.#spawn(line)
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    const [status] = (await once(child, 'close')) as [number | null]
    return { status, said: said() }
  }

  /** The service's settings, and a demonstration that is used. */
  configure(): void {
    const lines = [`PORT=${this.#port}`, `ADMIN_PASSWORD=${PASSWORD}`, 'SEED=demo', 'LOG_LEVEL=silent']
    writeFileSync(path.join(this.root, 'etc/ciranda/ciranda.env'), `${lines.join('\n')}\n`)
  }

  /** Starts Ciranda as its service does, lets `use` ask it, and ends it in order. */
  async whileRunning<T>(use: (url: string) => Promise<T>): Promise<T> {
    const { child, said } = this.#spawn('/usr/lib/ciranda/ciranda settle && exec ciranda start')
    const end = performance.now() + START_MS_MAX
    while (!said().includes('Ciranda em')) {
      if (child.exitCode !== null || performance.now() > end) throw new Error(`It does not start: ${said()}`)
      await wait(100)
    }
    try {
      return await use(`http://127.0.0.1:${this.#port}`)
    } finally {
      // The first process in the machine is the shell that became Ciranda.
      const own = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim()
      process.kill(Number(own), 'SIGTERM')
      await once(child, 'close')
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  #spawn(line: string) {
    const inside = `mount -t proc proc '${this.root}/proc' && exec chroot '${this.root}' /bin/sh -c "$0"`
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, line], {
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    return { child, said: () => said }
  }
}
