import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '#server/context.ts'
import { namesIn } from '#server/lib/absent.ts'
import type { Base } from './base.ts'
import { epochName } from './keeping.ts'
import type { Line } from './line.ts'
import { listPictures, readPicture } from './pictures.ts'
import { writeSealed } from './sealed-file.ts'

type PicturesOptions = Pick<Services, 'clock' | 'config'> & {
  /** The archive's own folder in the data folder. */
  readonly own: string
  /** Told after each picture that was written. */
  readonly onMoved: () => void
}

/** The pictures of the archive: those it has already, and under which base's number the next ones are kept. */
export class ArchivedPictures {
  readonly #options: PicturesOptions
  readonly #removed: string
  /** Pictures that a base since the last whole one has, or that came since. */
  #known = new Set<string>()
  /** New pictures are kept under the number of the base that was begun last. */
  #epoch = 0

  constructor(options: PicturesOptions) {
    this.#options = options
    // Removed pictures are linked there by the file store.
    this.#removed = path.join(options.own, 'removed')
  }

  /** Learns which pictures a line has; `whole`: its last base that was not cut short. */
  async learn(line: Line, whole: Base | undefined): Promise<void> {
    const epochs = (await namesIn(path.join(line.folder, 'files'))).map(Number)
    this.#known = new Set(whole?.files)
    for (const epoch of epochs.filter((one) => one >= (whole?.number ?? 0)))
      for (const name of await namesIn(path.join(line.folder, 'files', epochName(epoch)))) this.#known.add(name)
    this.#epoch = Math.max(0, ...epochs)
  }

  /** For a base that begins: the number after those of all others, and the pictures that it has. */
  async beginEpoch(line: Line, numbers: readonly number[]): Promise<{ epoch: number; files: string[] }> {
    this.#epoch = Math.max(this.#epoch, 0, ...numbers) + 1
    await mkdir(path.join(line.folder, 'files', epochName(this.#epoch)), { recursive: true, mode: 0o700 })
    const files = await listPictures(this.#options.config.dataDir)
    await this.ship(line)
    this.#known = new Set(files)
    return { epoch: this.#epoch, files }
  }

  /** Writes the pictures that the archive does not have yet, also those removed since they came. */
  async ship(line: Line): Promise<void> {
    const { config, clock, onMoved } = this.#options
    const [now, removed] = [await listPictures(config.dataDir), await namesIn(this.#removed)]
    for (const name of [...now, ...removed].filter((one) => !this.#known.has(one))) {
      const kept = await readPicture(path.join(config.dataDir, 'files', name.slice(0, 2), name))
      const bytes = kept ?? (await readPicture(path.join(this.#removed, name)))
      if (bytes === null) continue
      const place = `files/${epochName(this.#epoch)}/${name}`
      await writeSealed(line, { name: place, at: clock.now(), file: path.join(line.folder, place) }, bytes)
      onMoved()
      this.#known.add(name)
    }
    for (const name of removed) {
      await rm(path.join(this.#removed, name), { force: true })
      // Should it come again, it is new.
      if (!now.includes(name)) this.#known.delete(name)
    }
  }

  /** Gives up the removed pictures that were kept for the archive. */
  async forgetRemoved(): Promise<void> {
    await rm(this.#removed, { recursive: true, force: true })
  }
}
