import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/lib/clock.ts'
import { processesIn } from '#server/testing/processes.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { verify } from '../../../scripts/verify-ledger.mjs'
import { listBases } from './base.ts'
import { findLines } from './line.ts'
import { restoreAt } from './restore-at.ts'

const SCRIPT = fileURLToPath(new URL('../../testing/archive-child.ts', import.meta.url))
const PASSPHRASE = 'uma senha longa de cópia'
/** A soak raises these. */
const KILLS = dose(1, 100)

/** Lets a process write, archive and take bases until it has archived twice more since a base, and kills it in the middle. */
async function runAndKill(dataDir: string, archiveDir: string): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [SCRIPT, dataDir, archiveDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout! })
  const ended = once(child, 'close')
  await Promise.race([
    ended.then(() => Promise.reject(new Error('It ended before'))),
    new Promise<void>((done) => {
      let archived = 0
      reader.on('line', (line) => {
        lines.push(line)
        if (!line.startsWith('written') && lines.includes('base')) archived += line.startsWith('archived') ? 1 : 0
        if (archived === 2) done()
      })
    }),
  ])
  child.kill('SIGKILL')
  await ended
  return lines
}

test(
  `killed in the middle of archiving and of taking a base, with its engine or alone, nothing torn is believed and nothing archived is lost`,
  async () => {
    const folder = mkdtempSync(join(quickFolder(), 'ciranda-test-'))
    const [dataDir, archiveDir, place] = ['data', 'archive', 'place'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(archiveDir)
    const cluster = join(dataDir, 'database', 'cluster')
    const killEngine = () => processesIn(cluster).forEach(({ pid }) => process.kill(pid, 'SIGKILL'))
    onTestFinished(() => {
      killEngine()
      rmSync(folder, { recursive: true, force: true })
    })
    const acknowledged: number[] = []
    let archived = 0
    for (let round = 0; round < KILLS; round += 1) {
      for (const line of await runAndKill(dataDir, archiveDir)) {
        const [what, id] = line.split(' ')
        if (what === 'written') acknowledged.push(Number(id))
        if (what === 'archived') archived = acknowledged.filter((one) => one <= Number(id)).length
      }
      if (round % 2 === 0) killEngine()
      rmSync(place, { recursive: true, force: true })
      const { differences } = await restoreAt({
        folder: archiveDir,
        passphrases: [PASSPHRASE],
        at: null,
        dataDir: place,
        files: 'folder',
        jwtSecret: undefined,
        clock: systemClock,
        verify: (asked) => verify(asked),
      })
      expect(differences).toEqual([])
      const database = await openDatabase({ dataDir: join(place, 'database') })
      const { rows } = await database.db.execute<{ id: string }>(sql`select id from written`)
      await database.close()
      const there = new Set(rows.map(({ id }) => Number(id)))
      expect(archived).toBeGreaterThan(0)
      expect(acknowledged.slice(0, archived).filter((id) => !there.has(id))).toEqual([])
    }
    // One life, however often it was cut short.
    const lines = await findLines(archiveDir, [PASSPHRASE])
    expect(lines).toHaveLength(1)
    expect((await listBases(lines[0]!)).bases.length).toBeGreaterThanOrEqual(KILLS)
  },
  60_000 + KILLS * 60_000,
)
