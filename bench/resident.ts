import { readdirSync, readFileSync } from 'node:fs'

/** The proportional set size of a process, in MB: what processes share counts once. */
function pss(pid: number): number {
  const told = whileAlive(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), '')
  return Number(/^Pss:\s+(\d+)/m.exec(told)?.[1] ?? 0) / 1024
}

export function childrenOf(pid: number): number[] {
  return whileAlive(() => readdirSync(`/proc/${pid}/task`), []).flatMap((task) =>
    whileAlive(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'), '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
}

/** Reads of a process or a thread; of one that ends meanwhile there is nothing. */
function whileAlive<T>(read: () => T, nothing: T): T {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return nothing
    throw error
  }
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

/** The proportional set size of a process with all below it, in MB, except of those that are counted elsewhere. */
export function pssOfTree(pid: number, except: readonly number[]): number {
  if (except.includes(pid)) return 0
  return pss(pid) + childrenOf(pid).reduce((sum, child) => sum + pssOfTree(child, except), 0)
}
