import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { builtFor } from './built-for.ts'

const program = builtFor('server/testing/embedded-child.ts')

export type Child = {
  pid: number
  /** The lines it has printed so far. */
  lines: string[]
  error(): string
  /** Resolves when it said so many lines; rejects when it ended before. */
  said(count: number): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it has. */
  stop(): Promise<number | null>
  ended(): Promise<number | null>
}

export type ChildOptions = {
  task?: 'open' | 'write'
  /** The folder of the binaries, where it is not the package's. */
  native?: string
  uid?: number
  gid?: number
  /** Where programs such as unshare are looked for. */
  path?: string
}

/** For a file that starts many. */
export const buildChildren = (): void => program.build()

/** A process with the embedded database of a folder open, to be killed; at the test's end it is stopped. */
export function startChild(dataDir: string, options: ChildOptions = {}): Child {
  const { task = 'open', native, uid, gid, path = process.env['PATH'] ?? '' } = options
  const child: ChildProcess = spawn(process.execPath, [program.file, task, dataDir, ...(native ? [native] : [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    uid,
    gid,
    env: { ...process.env, PATH: path },
  })
  const lines: string[] = []
  let errors = ''
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const reader = createInterface({ input: child.stdout! })
  reader.on('line', (line) => lines.push(line))
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const stop = async () => {
    child.kill('SIGTERM')
    return await ended
  }
  onTestFinished(async () => void (await stop()))
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
    stop,
    ended: () => ended,
  }
}
