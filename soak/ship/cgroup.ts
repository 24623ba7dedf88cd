import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Limits = { readonly megabytes: number; readonly processors: number }

const PERIOD_US = 100_000

/** A group of processes with so much memory and so many processors. Needs root, and cgroups of version 1. */
export class Cgroup {
  readonly #memory: string
  readonly #cpu: string

  constructor(name: string, { megabytes, processors }: Limits) {
    this.#memory = path.join('/sys/fs/cgroup/memory', name)
    this.#cpu = path.join('/sys/fs/cgroup/cpu', name)
    for (const folder of [this.#memory, this.#cpu]) mkdirSync(folder)
    writeFileSync(path.join(this.#memory, 'memory.limit_in_bytes'), String(megabytes * 1024 * 1024))
    writeFileSync(path.join(this.#cpu, 'cpu.cfs_period_us'), String(PERIOD_US))
    writeFileSync(path.join(this.#cpu, 'cpu.cfs_quota_us'), String(processors * PERIOD_US))
    // It has them for itself, however busy the machine is with others.
    writeFileSync(path.join(this.#cpu, 'cpu.shares'), '262144')
  }

  /** A command line of the shell by which it and all that it starts are in the group. */
  get enters(): string {
    return [this.#memory, this.#cpu].map((folder) => `echo $$ > '${folder}/cgroup.procs'`).join('; ')
  }

  /** The proportional set size of all its processes: what they share counts once. */
  get megabytes(): number {
    return this.#pids()
      .map((pid) => `/proc/${pid}/smaps_rollup`)
      .reduce((sum, file) => sum + Number(/^Pss:\s+(\d+)/m.exec(textOf(file))?.[1] ?? 0) / 1024, 0)
  }

  get killedByKernel(): number {
    return Number(/^oom_kill (\d+)$/m.exec(textOf(path.join(this.#memory, 'memory.oom_control')))![1])
  }

  remove(): void {
    for (const folder of [this.#memory, this.#cpu]) if (existsSync(folder)) rmdirSync(folder)
  }

  #pids(): string[] {
    return textOf(path.join(this.#memory, 'cgroup.procs')).split('\n').filter(Boolean)
  }
}

/** Empty where the process is gone already. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
