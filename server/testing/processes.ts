import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

export type FolderProcess = {
  pid: number
  /** The server itself, not one of the processes that it started. */
  isServer: boolean
  /** Ports it listens on, as the kernel lists them. */
  ports: string[]
}

/** The processes that work in a folder, such as those of a PostgreSQL in its data directory. */
export function processesIn(folder: string): FolderProcess[] {
  if (process.platform !== 'linux') return processesByPs(folder)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.flatMap((pid) => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return []
      const isNamed = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder)
      return [{ pid: Number(pid), parent: parentOf(pid), isNamed, ports: portsOf(pid) }]
    } catch {
      return []
    }
  })
  // A process that the server has just forked is called as the server itself until it has given itself a title.
  const isServer = ({ parent, isNamed }: (typeof found)[number]) =>
    isNamed && !found.some(({ pid, isNamed: isServersOwn }) => isServersOwn && pid === parent)
  return found.map((each) => ({ pid: each.pid, isServer: isServer(each), ports: each.ports }))
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

function portsOf(pid: string): string[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(join('/proc', pid, 'fd', fd)))?.[1] ?? []
    } catch {
      return []
    }
  })
  const listening = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n'))
  return listening
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 9 && sockets.includes(fields[9]!))
    .map((fields) => fields[1]!)
}

function processesByPs(folder: string): FolderProcess[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines
    .filter((line) => line.includes(`-D ${folder}`))
    .map((line) => ({ pid: Number.parseInt(line, 10), isServer: true, ports: [] }))
}
