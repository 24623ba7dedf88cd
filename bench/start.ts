import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { noteServer } from '#e2e/helpers/data-folders.ts'
import { makeFolder } from './folders.ts'
import type { Part } from './part.ts'
import { freePort } from './servers.ts'

const AGAIN_MS_MAX = 1_500
const LOOK_EVERY_MS = 10

/** `npm start` of a built checkout, from the command until the first answer: into an empty folder, and with what is there. */
export const start: Part = {
  name: 'start',
  rows: [],
  async run({ rounds }) {
    await import('../scripts/build.ts')
    const first: number[] = []
    const again: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const folder = makeFolder('start')
      try {
        first.push(await msUntilAnswer(folder))
        again.push(await msUntilAnswer(folder))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }
    const cells = (times: readonly number[]) => {
      const sorted = times.toSorted((a, b) => a - b)
      return [sorted[Math.floor(sorted.length / 2)]!, sorted[0]!, sorted.at(-1)!].map((ms) => ms.toFixed(0))
    }
    return {
      title: 'Until a start answers, in ms',
      columns: ['`npm start` of a built checkout', 'median', 'least', 'most', 'goal'],
      rows: [
        ['into an empty folder: the database and the demonstration made', ...cells(first), '–'],
        ['with what is there', ...cells(again), String(AGAIN_MS_MAX)],
      ],
      notes: [`From the command to the first answer of \`/api/health\`, ${rounds} times, with the embedded database.`],
    }
  },
}

async function msUntilAnswer(folder: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: path.dirname(import.meta.dirname),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), DATABASE_URL: '', NODE_ENV: '' },
    // A group of its own, so that the server below npm is ended and not npm alone.
    detached: true,
  })
  noteServer(child, folder, { isGroup: true })
  const ended = once(child, 'exit')
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error('Ciranda did not start')
      await wait(LOOK_EVERY_MS)
    }
    return performance.now() - began
  } finally {
    if (child.exitCode === null && process.kill(-child.pid!, 'SIGTERM')) await ended
  }
}
