import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { describe, expect, test } from 'vitest'
import { engineTemplate } from '#server/testing/databases.ts'
import { PowerCutDisk } from '#server/testing/power-cut.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { DurableFilesystem } from './durable-filesystem.ts'
import { openEmbedded } from './embedded.ts'
import type { EmscriptenNodeFs } from './emscripten.ts'
import { DURABLE_START, startEngine, type Engine } from './engine.ts'

/** A soak raises these. */
const CUTS = Number(process.env['POWER_CUTS'] ?? 24)
const SEED = Number(process.env['POWER_CUT_SEED'] ?? 1)
const STEPS_BETWEEN_CUTS_MAX = 60

type Cut = { folder: string; acknowledged: number[] }

type Pace = { goOn: () => boolean; afterEach?: () => Promise<void> }

describe('a power cut', () => {
  test(
    `loses nothing that was acknowledged, in ${CUTS} cuts (seed ${SEED})`,
    async () => {
      const folder = temporaryFolder({ quick: true })
      await prepare(folder)
      const random = mulberry32(SEED)
      const disk = new PowerCutDisk(join(folder, 'database'), join(folder, 'shadow'), random)
      const engine = await startEngine({
        fs: new DurableFilesystem(join(folder, 'database'), { observer: disk }),
        startParams: DURABLE_START,
      })
      const acknowledged: number[] = []
      const cuts: Cut[] = []
      let made = 0
      let stepsLeft = 1
      disk.onStep = () => {
        if (--stepsLeft > 0 || made === CUTS) return
        stepsLeft = 1 + Math.floor(random() * STEPS_BETWEEN_CUTS_MAX)
        const target = join(folder, `cut-${made++}`)
        cuts.push({ folder: target, acknowledged: [...acknowledged] })
        disk.cut(target, { strict: made % 3 === 0 })
      }
      const checkCuts = async () => {
        for (const cut of cuts.splice(0)) await expectNothingLost(cut)
      }
      await work(engine, acknowledged, { goOn: () => made < CUTS, afterEach: checkCuts })
      await engine.close()
      await checkCuts()
    },
    60_000 + CUTS * 3_000,
  )

  test('loses every row of PGlite as it comes, so the cuts are real', async () => {
    const folder = temporaryFolder({ quick: true })
    await prepare(folder)
    const disk = new PowerCutDisk(join(folder, 'database'), join(folder, 'shadow'), mulberry32(SEED))
    const engine = await startEngine({ fs: new WatchedStock(join(folder, 'database'), disk) })
    const acknowledged: number[] = []
    await work(engine, acknowledged, { goOn: () => acknowledged.length < 100 })
    disk.cut(join(folder, 'cut'), { strict: true })
    await engine.close()
    const survivor = await startEngine({ fs: new NodeFS(join(folder, 'cut')) })
    const { rows } = await survivor.query<{ count: number }>('select count(*) from written')
    expect(rows[0]?.count).toBe(0)
    await survivor.close()
  })
})

/** PGlite's own file layer, watched. */
class WatchedStock extends NodeFS {
  readonly #disk: PowerCutDisk
  constructor(folder: string, disk: PowerCutDisk) {
    super(folder)
    this.#disk = disk
  }
  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const install = (module: unknown) => this.#disk.installed((module as { NODEFS: EmscriptenNodeFs }).NODEFS)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), install] } }
  }
}

async function expectNothingLost({ folder, acknowledged }: Cut): Promise<void> {
  const survivor = await startEngine({ fs: new NodeFS(folder) })
  const ids = async () =>
    (await survivor.query<{ id: number }>('select id from written order by id')).rows.map((row) => row.id)
  const found = await ids()
  expect(found.slice(0, acknowledged.length), `${folder}, seed ${SEED}`).toEqual(acknowledged)
  expect(found.length).toBeLessThanOrEqual(acknowledged.length + 1)
  await survivor.query('set enable_seqscan = off')
  expect(await ids()).toEqual(found)
  // A table whose file lost its name can be opened no more.
  const tables = await survivor.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of tables.rows) await survivor.query(`select count(*) from ${name}`)
  await survivor.close()
  rmSync(folder, { recursive: true })
}

/** Rows, with tables made and dropped, vacuums and checkpoints between them. */
async function work(engine: Engine, acknowledged: number[], { goOn, afterEach }: Pace): Promise<void> {
  for (let id = 1; goOn(); id++) {
    await afterEach?.()
    await engine.query(`insert into written values ($1, repeat('x', 500))`, [id])
    acknowledged.push(id)
    if (id % 7 === 0) await engine.query(`update written set filler = repeat('y', 700) where id > $1`, [id - 5])
    if (id % 11 === 0)
      await engine.exec(`drop table if exists passing; create table passing as select * from written limit 50`)
    if (id % 25 === 0) await engine.exec('checkpoint')
    if (id % 40 === 0) await engine.exec('vacuum analyze written')
  }
}

async function prepare(folder: string): Promise<void> {
  const { engine, close } = await openEmbedded({ dataDir: folder, template: engineTemplate({ empty: true }) })
  await engine.exec('create table written (id int primary key, filler text not null)')
  await close()
  expect(existsSync(join(folder, 'database', 'PG_VERSION'))).toBe(true)
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
