import { existsSync, readFileSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10

type Times = { readonly own: number; readonly ended: number }

/** The processor time of a process so far and of the children that it outlived, in ms; null where the system does not say. */
function timesOf(pid: number): Times | null {
  try {
    // The name in brackets may hold spaces, so fields are counted from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    return { own: (fields[11]! + fields[12]!) * TICK_MS, ended: (fields[13]! + fields[14]!) * TICK_MS }
  } catch {
    return null
  }
}

/** The processor time of one process, in ms. */
export function cpuOf(pid: number): number | null {
  return timesOf(pid)?.own ?? null
}

/** The processor time of a process with all its children, those that have ended included, in ms. */
export function cpuOfTree(pid: number): number | null {
  const top = timesOf(pid)
  if (top === null) return null
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return top.own + top.ended + children.reduce((sum, child) => sum + (cpuOf(child) ?? 0), 0)
}

/** Processor time of a process's first thread, which is Node's loop, in ms; NaN where the system does not say (Linux does). */
export function cpuOfLoop(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : NaN
}
