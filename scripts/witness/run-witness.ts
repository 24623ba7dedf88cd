import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { builtFor } from '#server/testing/built-for.ts'

const program = builtFor(path.resolve('scripts', 'witness.ts'))

/** For a file that starts many. */
export const buildWitness = (): void => program.build()

/** A witness as a real process, started in `cwd`. It is killed after the test, if it still runs. */
export function startWitness(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = process.cwd()) {
  const child = spawn(process.execPath, [program.file, ...args], {
    cwd,
    env: { ...process.env, SMTP_URL: '', WITNESS_MAIL_TO: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => (said.out += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said.err += piece.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    said,
    /** Resolves with how it ended. */
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return await ended
    },
    /** The address it answers at, once it does. */
    listening: async (): Promise<string> => {
      for (;;) {
        const address = /Escutando em (\S+)/.exec(said.out)?.[1]
        if (address) return address
        const isOver = await Promise.race([once(child.stdout, 'data').then(() => false), ended.then(() => true)])
        if (isOver && !said.out.includes('Escutando em')) throw new Error(`It ended before: ${said.out}${said.err}`)
      }
    },
  }
}

/** Runs a witness to its end. */
export async function runWitness(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string) {
  const witness = startWitness(args, env, cwd)
  const status = await witness.ended
  return { status, ...witness.said }
}
