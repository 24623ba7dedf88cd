import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { startChild } from '#server/testing/child.ts'
import { engineTemplate } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { openDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'

/** A soak raises these. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const KILLS_OF_FIRST_START = Number(process.env['KILLS_OF_FIRST_START'] ?? 2)

const template = () => engineTemplate({ empty: true })
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was opened',
    (error: Error) => error.message,
  )

describe('the lock on the data folder', () => {
  test('a second process is refused in one line that names the first, which goes on', async () => {
    const dataDir = temporaryFolder({ quick: true })
    const first = startChild('write', dataDir, inject('engine').empty)
    await first.said(3)
    const message = await refusal(openDatabase({ dataDir }))
    expect(message).toBe(
      `The folder ${dataDir} is in use by process ${first.pid}. Stop it first, or give another DATA_DIR.`,
    )
    await first.said(first.lines.length + 20)
    await first.kill()
  })

  test('a second opening in the same process is refused too, and allowed after the first is closed', async () => {
    const dataDir = temporaryFolder({ quick: true })
    const first = await openDatabase({ dataDir, template: template() })
    expect(await refusal(openDatabase({ dataDir }))).toContain(`is in use by process ${process.pid}.`)
    await first.close()
    const second = await openDatabase({ dataDir })
    await second.close()
  })

  test('the lock of a killed process is taken over, even when its number now belongs to another', async () => {
    const dataDir = temporaryFolder({ quick: true })
    const first = startChild('open', dataDir, inject('engine').empty)
    await first.said(1)
    await first.kill()
    writeFileSync(join(dataDir, 'database.pid'), `${process.ppid}\n`)
    const second = await openDatabase({ dataDir })
    expect(readFileSync(join(dataDir, 'database.pid'), 'utf8')).toBe(`${process.pid}\n`)
    await second.close()
  })
})

test(
  `nothing acknowledged is lost when the process is killed while it writes, ${KILLS} times over`,
  async () => {
    const dataDir = temporaryFolder({ quick: true })
    const acknowledged: number[] = []
    for (let round = 0; round < KILLS; round++) {
      const child = startChild('write', dataDir, inject('engine').empty)
      await child.said(30)
      await wait(Math.random() * 300)
      await child.kill()
      acknowledged.push(...child.lines.slice(1).map(Number))
      const { db, close } = await openDatabase({ dataDir })
      const { rows } = await db.execute<{ id: number }>(sql`select id from written`)
      const kept = new Set(rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      await close()
    }
  },
  60_000 + KILLS * 10_000,
)

describe('the first start', () => {
  test(`killed in the middle, ${KILLS_OF_FIRST_START} times, it leaves nothing that stops the next`, async () => {
    const dataDir = temporaryFolder({ quick: true })
    for (let round = 0; round < KILLS_OF_FIRST_START; round++) {
      const child = startChild('open', dataDir, inject('engine').empty)
      while (!existsSync(join(dataDir, 'database.new', 'base'))) await wait(5)
      await wait(round * 60)
      await child.kill()
      expect(existsSync(join(dataDir, 'database'))).toBe(false)
    }
    const { db, close } = await openDatabase({ dataDir, template: template() })
    await db.execute(sql`create table works (id int)`)
    await close()
    expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'database.lock'])
  })

  test('it makes a whole database without any template', async () => {
    const { db, close } = await openDatabase({ dataDir: join(temporaryFolder(), 'new', 'folder') })
    const { rows } = await db.execute<{ encoding: string }>(sql`select current_setting('server_encoding') as encoding`)
    expect(rows[0]!.encoding).toBe('UTF8')
    await close()
  })

  test('it refuses in one line a folder that holds something else', async () => {
    const dataDir = temporaryFolder({ quick: true })
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database', 'letter.txt'), 'not a database')
    expect(await refusal(openDatabase({ dataDir }))).toMatch(
      /is not empty and holds no database\. Move it away, or give another DATA_DIR\.$/,
    )
  })
})

test('closed, it needs no recovery, leaves no lock and answers no more', async () => {
  const dataDir = temporaryFolder({ quick: true })
  const first = await openDatabase({ dataDir, template: template() })
  await first.db.execute(sql`create table kept (id int)`)
  await first.db.execute(sql`insert into kept values (1)`)
  await Promise.all([first.close(), first.close()])
  expect(existsSync(join(dataDir, 'database.pid'))).toBe(false)
  await expect(first.ping()).rejects.toThrow()

  const again = await openEmbedded({ dataDir })
  // Recovery syncs every file of the database; a clean start a handful.
  expect(again.filesystem.counts.fileSyncs).toBeLessThan(20)
  expect((await again.engine.query('select * from kept')).rows).toEqual([{ id: 1 }])
  await again.close()
})
