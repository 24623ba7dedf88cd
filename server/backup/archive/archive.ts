import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#circle/period.ts'
import type { Services } from '#server/context.ts'
import type { Archived } from '#server/database/database.ts'
import { silentLogger, type Logger } from '#server/database/logger.ts'
import { exists, namesIn } from '#server/lib/absent.ts'
import { completeOutside, OUTSIDE_LISTS } from '#server/lib/outside-list.ts'
import { readMasters } from '#server/lib/secrets.ts'
import { BackupFault } from '../faults.ts'
import { appliedMigrations } from '../read-tables.ts'
import { faultOf, type ArchiveState } from './archive-state.ts'
import { ArchivedPictures } from './archived-pictures.ts'
import { baseName, copyCluster, endName, listBases, type Base } from './base.ts'
import { removeFormerLines, removeLeftOver, removeUnneeded, segmentsOf } from './keeping.ts'
import { beginLine, findOwnLine, isThere } from './line.ts'
import type { Line } from './line.ts'
import { isSegment, SEGMENT_BYTES, unbroken } from './segments.ts'
import { copySealed, headOf, readSealed, writeSealed } from './sealed-file.ts'
import { originOf } from './origin.ts'

/** A new base is due after so long; a restoration applies at most this much of the log. */
const BASE_EVERY_MS = DAY_MS
/** A clock that was set back by more than this does not put the next base off. */
const CLOCK_STEP_MS = 3_600_000
const KEPT_MIN = 2
/** So much is kept for a folder that is away. Beyond that it is given up, and a new base begins when the folder is back. */
const WAITING_BYTES_MAX = 512 * 1024 * 1024

/** A folder that does not answer for so long, as a network disk does whose server is away, stands still. */
const PATIENCE_MS = 30_000

export type ArchiveOptions = Pick<Services, 'clock' | 'config'> & {
  readonly database: { readonly archived: Archived; readonly asOwner: Services['database']['asOwner'] }
  readonly folder: string
  readonly passphrase: string
}

/**
 * Archives the log of the embedded database. PostgreSQL puts every full segment into a folder of its own (`spool`); each pass seals them
 * into the data folder, where they wait, and moves them from there to the archive. Nothing is removed before what follows it is
 * synced, so that a pass which is cut anywhere is repeated by the next.
 *
 * The two folders have a queue each. A network disk that hangs holds up the one step that waits for it, and nothing else: sealing
 * goes on, no second step joins the first, and whoever asks for the state has it at once.
 */
export class Archive {
  readonly #options: ArchiveOptions
  readonly #own: string
  readonly #waiting: string
  readonly #pictures: ArchivedPictures
  #line: Line | null = null
  #bases: Base[] | null = null
  /** The list of the erased, as it was when the archive's was completed. */
  #outsideSeen = 'none'
  #taking = false
  #lastOwn: Promise<unknown> = Promise.resolve()
  #lastAway: Promise<unknown> = Promise.resolve()
  #stall = Promise.withResolvers<void>()
  #watch: NodeJS.Timeout | null = null
  #state: ArchiveState = { lastAt: null, firstAt: null, fault: null, waitingBytes: 0 }
  logger: Logger = silentLogger
  patienceMs = PATIENCE_MS
  /** When this process began to archive, by its clock. */
  readonly beganAt: number

  constructor(options: ArchiveOptions) {
    this.#options = options
    this.beganAt = options.clock.now()
    this.#own = path.join(options.config.dataDir, 'archive')
    this.#waiting = path.join(this.#own, 'log')
    this.#pictures = new ArchivedPictures({ ...options, own: this.#own, onMoved: () => this.#moved() })
  }

  get state(): ArchiveState {
    return this.#state
  }

  /**
   * Archives what there is. Throws nothing: what went wrong is in `state`, and the next pass tries again. It waits for a folder that
   * does not answer no longer than its patience; what was begun there goes on when it answers.
   */
  async pass(): Promise<void> {
    const isSealed = await this.#alone(() => this.#seal())
    if (this.#state.fault === 'stalled') return
    await Promise.race([this.#away(() => this.#archive(isSealed)), this.#stall.promise])
  }

  /** In the data folder alone: what PostgreSQL closed is sealed, wherever the archive's folder is. */
  async #seal(): Promise<boolean> {
    try {
      const own = this.#line ?? (await this.#ownLine())
      // Another may have begun meanwhile.
      this.#line ??= own
      await this.#sealSegments(this.#line)
      return true
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  async #archive(isSealed: boolean): Promise<void> {
    try {
      const line = await this.#findLine()
      await this.#reach(line)
      await this.#completeOutside()
      await this.#ship(line)
      if (isSealed) this.#told({ fault: null })
    } catch (error) {
      await this.#makeRoom(error)
      this.#failed(error)
    }
  }

  /** The job: takes a base when one is due, and removes what none that is kept needs. Answers whether it took one. */
  async takeDueBase(): Promise<boolean> {
    if (this.#taking || this.#state.fault === 'stalled' || !(await this.#isDue())) return false
    await this.takeBase().catch(async (error: unknown) => {
      await this.#away(() => this.#makeRoom(error))
      throw error
    })
    return true
  }

  async #isDue(): Promise<boolean> {
    const last = this.#bases?.at(-1)
    if (this.#line === null || this.#bases === null) return this.#state.fault === null
    if (!last) return true
    const age = this.#options.clock.now() - Date.parse(last.endedAt)
    if (age > BASE_EVERY_MS || age < -CLOCK_STEP_MS) return true
    const line = this.#line
    const there = await this.#away(() => segmentsOf(line))
    // Where one is missing, nothing behind it can be reached from this base.
    return there.some((name) => name >= last.from) && unbroken(there, last.from).at(-1) !== there.at(-1)
  }

  /** Copies the database while it runs, and everything that belongs to the same moment. */
  async takeBase(): Promise<void> {
    const { database, clock } = this.#options
    const [line, number, files] = await this.#away(() => this.#beginBase())
    try {
      const migrations = await database.asOwner(appliedMigrations)
      await database.archived.asSuperuser(async (client) => {
        let told: Pick<Base, 'from' | 'to' | 'endedAt'> | null = null
        const place = { name: baseName(number), at: clock.now(), file: path.join(line.folder, baseName(number)) }
        await writeSealed(
          line,
          place,
          copyCluster(client, database.archived.data, (one) => (told = one)),
        )
        const base: Base = { number, ...(told as Pick<Base, 'from' | 'to' | 'endedAt'> | null)!, migrations, files }
        // Without this file the base counts as one that was cut short.
        const end = { name: endName(number), at: clock.now(), file: path.join(line.folder, endName(number)) }
        await writeSealed(line, end, Buffer.from(JSON.stringify(base)))
        // The segment that completes it is closed now, not in a minute.
        await client.query('SELECT pg_switch_wal()')
        await this.#away(async () => {
          if (this.#line?.id !== line.id) return
          this.#bases = [...(this.#bases ?? []), base]
          await this.#prune(line)
        })
      })
    } finally {
      this.#taking = false
    }
  }

  async #beginBase(): Promise<[Line, number, string[]]> {
    const line = await this.#findLine()
    await this.#reach(line)
    const { numbers } = await listBases(line)
    this.#taking = true
    try {
      const { epoch, files } = await this.#pictures.beginEpoch(line, numbers)
      return [line, epoch, files]
    } catch (error) {
      this.#taking = false
      throw error
    }
  }

  /** The line that goes on, by what the data folder alone says of it. */
  async #ownLine(): Promise<Line | null> {
    const { database, folder, passphrase } = this.#options
    const origin = await database.archived.asSuperuser(originOf)
    return await findOwnLine(folder, this.#own, { origin, passphrase })
  }

  /** The line that goes on, or a new one. */
  async #findLine(): Promise<Line> {
    const own = await this.#alone(async () => (this.#line ??= await this.#ownLine()))
    if (own) return own
    const { database, folder, passphrase, clock } = this.#options
    // It is never made here: a disk that is not mounted would be taken for an empty one.
    if (!(await isFolder(folder))) throw new BackupFault('archive_gone')
    await this.#alone(() => this.#forget())
    const origin = await database.archived.asSuperuser(originOf)
    const line = await beginLine(folder, this.#own, { origin, passphrase, at: clock.now() })
    this.#line = line
    return line
  }

  /** Removes what waits for a line that does not go on. */
  async #forget(): Promise<void> {
    this.#line = null
    this.#bases = null
    this.#state = { ...this.#state, lastAt: null, firstAt: null }
    await rm(this.#own, { recursive: true, force: true })
  }

  /** Seals what PostgreSQL closed since, so that it waits small and unreadable, and takes nothing that no base will need. */
  async #sealSegments(line: Line | null): Promise<void> {
    const { spool } = this.#options.database.archived
    const isNeeded = this.#taking || this.#bases === null || this.#bases.length > 0
    for (const name of (await readdir(spool)).toSorted()) {
      const file = path.join(spool, name)
      // PostgreSQL writes aside under such a name.
      if (name.startsWith('archtemp')) continue
      // Before a line began there is no base, and what comes before a base is worth nothing.
      if (line && isNeeded && isSegment(name, line.timeline)) {
        const { mtimeMs, size } = await stat(file)
        if (size !== SEGMENT_BYTES) throw new Error(`The segment ${name} has ${size} bytes.`)
        const to = path.join(this.#waiting, name)
        await writeSealed(line, { name: `log/${name}`, at: mtimeMs, file: to }, await readFile(file))
      }
      await rm(file)
    }
    await this.#measure()
  }

  async #measure(): Promise<void> {
    let bytes = 0
    for (const name of await namesIn(this.#waiting)) bytes += (await stat(path.join(this.#waiting, name))).size
    if (bytes > WAITING_BYTES_MAX) {
      this.logger.error({ bytes }, 'the archive was away for too long: what waited for it is given up')
      await rm(this.#waiting, { recursive: true, force: true })
      await this.#pictures.forgetRemoved()
      bytes = 0
    }
    this.#told({ waitingBytes: bytes })
  }

  /** Makes sure that the line is there, and learns once what is in it. */
  async #reach(line: Line): Promise<void> {
    const { config, clock } = this.#options
    if (!(await isThere(line))) throw new BackupFault('archive_gone')
    if (this.#bases !== null) return
    await removeLeftOver(line)
    const { bases } = await listBases(line)
    await this.#pictures.learn(line, bases.at(-1))
    const secrets = Buffer.from(JSON.stringify(await readMasters(config)))
    await writeSealed(line, { name: 'secret', at: clock.now(), file: path.join(line.folder, 'secret') }, secrets)
    this.#bases = bases
    const last = (await segmentsOf(line)).at(-1)
    const lastAt = last ? Date.parse((await headOf(path.join(line.folder, 'log', last))).at) : null
    this.#told({ lastAt, firstAt: bases[0] ? Date.parse(bases[0].endedAt) : null })
  }

  /** The lists lie beside the lines too, so that no moment brings back who left after it, or a session that ended. */
  async #completeOutside(): Promise<void> {
    const { config, folder } = this.#options
    const found = await Promise.all(
      OUTSIDE_LISTS.map((list) => stat(path.join(config.dataDir, list)).catch(() => null)),
    )
    const seen = found.map((file) => (file === null ? 'none' : `${file.mtimeMs} ${file.size}`)).join(' ')
    if (seen === this.#outsideSeen) return
    await completeOutside(config.dataDir, folder)
    this.#outsideSeen = seen
  }

  /** Moves what waits. Pictures go first: a segment that is there says that every picture its rows name is there. */
  async #ship(line: Line): Promise<void> {
    const names = (await namesIn(this.#waiting)).filter((name) => isSegment(name, line.timeline)).toSorted()
    if (names.length === 0) return
    await this.#pictures.ship(line)
    for (const name of names) {
      const [from, to] = [path.join(this.#waiting, name), path.join(line.folder, 'log', name)]
      const { at } = await headOf(from)
      if (await exists(to)) {
        // Cut short after it was moved; or the data folder was put back to an earlier day and went on another way.
        const [here, there] = [await readSealed(line, `log/${name}`, from), await readSealed(line, `log/${name}`, to)]
        if (!here.equals(there)) {
          this.logger.warn({ line: line.id }, 'the archive has another past than the database: a new line begins')
          return await this.#alone(() => this.#forget())
        }
      } else await copySealed(from, to)
      await rm(from)
      this.#moved()
      this.#told({ lastAt: Date.parse(at) })
    }
    await this.#measure()
  }

  /**
   * Removes the bases past their days, and then what none that is left needs. The last one from before the days stays, with which their
   * first moment is reached. A base loses the note of its end first: cut short anywhere, it counts as one that never ended.
   */
  async #prune(line: Line): Promise<void> {
    const bases = this.#bases ?? []
    const { since, first } = this.#kept()
    this.#bases = bases.slice(first)
    const oldest = this.#bases[0]
    if (!oldest) return
    await removeUnneeded(line, { kept: this.#bases, dropped: bases.slice(0, first) })
    this.#told({ firstAt: Date.parse(oldest.endedAt) })
    // Only once this line alone reaches as far back.
    if (Date.parse(oldest.endedAt) <= since) await removeFormerLines(line, since)
  }

  /** Which base is the first that is kept, and from when on a moment has to be reached. */
  #kept(): { since: number; first: number } {
    const { clock, config } = this.#options
    const bases = this.#bases ?? []
    const since = clock.now() - config.archiveKeepDays * DAY_MS
    const before = bases.findLastIndex(({ endedAt }) => Date.parse(endedAt) <= since)
    return { since, first: Math.max(0, Math.min(before, bases.length - KEPT_MIN)) }
  }

  /** Where the folder's disk is full, what is past its days goes now: with no room for another base it would stay for ever. */
  async #makeRoom(reason: unknown): Promise<void> {
    if (faultOf(reason) !== 'full' || this.#line === null || this.#kept().first === 0) return
    try {
      await this.#prune(this.#line)
    } catch (error) {
      this.#failed(error)
    }
  }

  #told(state: Partial<ArchiveState>): void {
    this.#state = { ...this.#state, ...state }
  }

  #failed(error: unknown): void {
    const fault = faultOf(error)
    // Said once, not at every pass.
    if (this.#state.fault !== fault) this.logger.error({ err: error }, 'the archive could not be written')
    this.#told({ fault })
  }

  /** One thing at a time in the data folder. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastOwn.then(work)
    this.#lastOwn = done.catch(() => undefined)
    return done
  }

  /** One thing at a time in the archive's folder. */
  #away<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastAway.then(async () => {
      this.#moved()
      try {
        return await work()
      } finally {
        clearTimeout(this.#watch!)
        // It answered: what comes next says how it is.
        if (this.#state.fault === 'stalled') this.#told({ fault: null })
      }
    })
    this.#lastAway = done.catch(() => undefined)
    return done
  }

  /** The archive's folder answered, or is asked now: from here on it has its time again. */
  #moved(): void {
    if (this.#watch) clearTimeout(this.#watch)
    this.#watch = setTimeout(() => this.#stalled(), this.patienceMs).unref()
  }

  #stalled(): void {
    this.logger.error({ folder: this.#options.folder }, 'the archive’s folder does not answer')
    this.#told({ fault: 'stalled' })
    this.#stall.resolve()
    this.#stall = Promise.withResolvers()
  }
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null))?.isDirectory() ?? false
}
