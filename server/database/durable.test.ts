import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { engineTemplate } from '#server/testing/databases.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { engineDatabase, isUnavailable, openDatabase, sqlState } from './database.ts'
import type { DiskObserver } from './durable-filesystem.ts'
import { openEmbedded } from './embedded.ts'
import type { EmscriptenNodeFs } from './emscripten.ts'

const open = (dataDir: string, observer?: DiskObserver) =>
  openEmbedded({ dataDir, template: engineTemplate({ empty: true }), observer })

describe('the embedded database on disk', () => {
  test('every commit is synced before it is acknowledged, and a read is not', async () => {
    const { engine, filesystem, close } = await open(temporaryFolder({ quick: true }))
    await engine.exec('create table paid (id int primary key)')
    for (let id = 0; id < 20; id++) {
      const before = filesystem.counts.fileSyncs
      await engine.query('insert into paid values ($1)', [id])
      expect(filesystem.counts.fileSyncs - before).toBe(1)
    }
    const before = filesystem.counts.fileSyncs
    await engine.query('select * from paid')
    expect(filesystem.counts.fileSyncs).toBe(before)
    await close()
  })

  test('a checkpoint syncs the folders that new files were made in', async () => {
    const folders: string[] = []
    const folder = temporaryFolder({ quick: true })
    const { engine, close } = await open(folder, { folderSynced: (path) => folders.push(path) })
    await engine.exec('create table fresh (id int)')
    folders.length = 0
    await engine.exec('checkpoint')
    const { rows } = await engine.query<{ oid: number }>(
      'select oid from pg_database where datname = current_database()',
    )
    expect(folders).toContain(join(folder, 'database', 'base', String(rows[0]!.oid)))
    await close()
  })

  test('a sync that fails is never acknowledged, and the database refuses everything after it', async () => {
    const dataDir = temporaryFolder({ quick: true })
    let disk: EmscriptenNodeFs | null = null
    const failures: Error[] = []
    const observer: DiskObserver = { installed: (nodefs) => (disk = nodefs) }
    const options = {
      dataDir,
      template: engineTemplate({ empty: true }),
      observer,
      onFailure: (failure: Error) => failures.push(failure),
    }
    const { engine, filesystem, close } = await openEmbedded(options)
    const { db } = engineDatabase(engine, close)
    await db.execute(sql`create table paid (id int primary key)`)
    await db.execute(sql`insert into paid values (1)`)

    disk!.stream_ops.fsync = () => {
      filesystem.fail(new Error('EIO: i/o error, fdatasync'))
      return 29
    }
    const commit = db.transaction((tx) => tx.execute(sql`insert into paid values (2)`))
    await expect(commit).rejects.toSatisfy(isUnavailable)
    await expect(db.execute(sql`select 1`)).rejects.toSatisfy(isUnavailable)
    expect(failures).toHaveLength(1)
    await close()

    const again = await openDatabase({ dataDir })
    const { rows } = await again.db.execute<{ id: number }>(sql`select id from paid where id = 1`)
    expect(rows).toEqual([{ id: 1 }])
    await again.close()
  })

  test('a full disk in a table is an error of that statement alone', async () => {
    let disk: EmscriptenNodeFs | null = null
    const { engine, close } = await open(temporaryFolder({ quick: true }), { installed: (nodefs) => (disk = nodefs) })
    await engine.exec('create table paid (filler text)')
    const { write } = disk!.stream_ops
    disk!.stream_ops.write = (stream, ...rest) => {
      if (stream.node.parent.name === 'pg_wal') return write(stream, ...rest)
      throw Object.assign(new Error('ENOSPC'), { name: 'ErrnoError', errno: 51 })
    }
    const insert = engine.query(`insert into paid select repeat('x', 2000) from generate_series(1, 200)`)
    expect(sqlState(await insert.catch((error: unknown) => error))?.code).toBe('53100')
    disk!.stream_ops.write = write
    await engine.query(`insert into paid values ('x')`)
    expect((await engine.query('select * from paid')).rows).toHaveLength(1)
    await close()
  })

  test('it refuses to start in one line when its commits would not reach the disk', async () => {
    const unhooked: DiskObserver = { installed: (nodefs) => delete nodefs.stream_ops.fsync }
    const refusal = await open(temporaryFolder({ quick: true }), unhooked).catch((error: Error) => error.message)
    expect(refusal).toMatch(
      /^The embedded database in .+ cannot be opened safely \(a commit did not reach the disk\)\. DATABASE_URL can name/,
    )
  })
})
