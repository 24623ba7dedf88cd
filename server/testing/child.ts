import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('embedded-child.ts', import.meta.url))

export type Child = {
  pid: number
  /** What it said so far. */
  lines: string[]
  error(): string
  /** Resolves when it said so many lines; rejects when it ended before. */
  said(count: number): Promise<void>
  kill(): Promise<void>
  ended(): Promise<number | null>
}

/** A process with the embedded database of a folder open, to be killed. */
export function startChild(...args: string[]): Child {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  let errors = ''
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const reader = createInterface({ input: child.stdout! })
  reader.on('line', (line) => lines.push(line))
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return {
    pid: child.pid!,
    lines,
    error: () => errors.trim(),
    async said(count) {
      while (lines.length < count) {
        const over = await Promise.race([once(reader, 'line').then(() => false), ended.then(() => true)])
        if (over && lines.length < count) throw new Error(`It ended before: ${errors}`)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended: () => ended,
  }
}
