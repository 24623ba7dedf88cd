import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The proportional set size of a process, in MB: what processes share counts once. */
function pss(pid: number): number {
  const file = `/proc/${pid}/smaps_rollup`
  if (!existsSync(file)) return 0
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024
}

export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
}

/** The process that started another one. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
}

/** The proportional set size of a process with all below it, in MB, except of those that are counted elsewhere. */
export function pssOfTree(pid: number, except: readonly number[]): number {
  if (except.includes(pid) || !existsSync(`/proc/${pid}`)) return 0
  return pss(pid) + childrenOf(pid).reduce((sum, child) => sum + pssOfTree(child, except), 0)
}
