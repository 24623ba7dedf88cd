import {
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DiskObserver } from '#server/database/durable-filesystem.ts'
import type { EmscriptenNodeFs } from '#server/database/emscripten.ts'

/** A write or a truncation that the kernel was given and the disk was not yet. */
type Change = { position: number; bytes: Uint8Array } | { size: number }

type ShadowFile = { id: number; pending: Change[] }

const SECTOR_BYTES = 512

/**
 * Keeps, beside a database that runs, only what was synced: the disk as a power cut would leave it.
 * Names are synced with their folder and contents with their file, as POSIX promises and no more.
 * Of what was not synced each sector and each folder's names may have reached the disk or not, as `random` says.
 */
export class PowerCutDisk implements DiskObserver {
  /** Called before each thing done to the disk; cut here. */
  onStep: () => void = () => {}
  readonly #folder: string
  readonly #shadow: string
  readonly #random: () => number
  readonly #names = new Map<string, ShadowFile | 'folder'>()
  readonly #syncedNames = new Map<string, ShadowFile | 'folder'>()
  #nextId = 0

  /** `shadow` is an empty folder for its own use. What is in `folder` now counts as synced. */
  constructor(folder: string, shadow: string, random: () => number) {
    this.#folder = folder
    this.#shadow = shadow
    this.#random = random
    mkdirSync(shadow, { recursive: true })
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const known = entry.isDirectory() ? 'folder' : this.#newFile(path)
      this.#names.set(path, known)
      this.#syncedNames.set(path, known)
    }
  }

  installed(nodefs: EmscriptenNodeFs): void {
    const { mknod, rename, unlink, rmdir, setattr } = nodefs.node_ops
    const { write, setattr: setStreamAttributes } = nodefs.stream_ops
    const pathIn = (parent: Parameters<typeof unlink>[0], name: string) => join(nodefs.realPath(parent), name)
    nodefs.node_ops.mknod = (parent, name, mode, device) => {
      this.onStep()
      const folder = (mode & 0o170000) === 0o040000
      this.#names.set(pathIn(parent, name), folder ? 'folder' : this.#newFile(null))
      return mknod(parent, name, mode, device)
    }
    nodefs.node_ops.rename = (node, parent, name) => {
      this.onStep()
      this.#rename(nodefs.realPath(node), pathIn(parent, name))
      rename(node, parent, name)
    }
    nodefs.node_ops.unlink = (parent, name) => {
      this.onStep()
      this.#names.delete(pathIn(parent, name))
      unlink(parent, name)
    }
    nodefs.node_ops.rmdir = (parent, name) => {
      this.onStep()
      this.#names.delete(pathIn(parent, name))
      rmdir(parent, name)
    }
    nodefs.node_ops.setattr = (node, attributes) => {
      this.#resize(nodefs.realPath(node), attributes.size)
      setattr(node, attributes)
    }
    nodefs.stream_ops.setattr = (stream, attributes) => {
      this.#resize(nodefs.realPath(stream.node), attributes.size)
      setStreamAttributes(stream, attributes)
    }
    nodefs.stream_ops.write = (stream, buffer, offset, length, position) => {
      this.onStep()
      const bytes = new Uint8Array(buffer.subarray(offset, offset + length))
      this.#fileAt(nodefs.realPath(stream.node))?.pending.push({ position, bytes })
      return write(stream, buffer, offset, length, position)
    }
  }

  fileSynced(path: string): void {
    this.onStep()
    const file = this.#fileAt(path)
    if (!file) return
    apply(this.#pathOf(file), file.pending)
    file.pending = []
  }

  folderSynced(folder: string): void {
    this.onStep()
    this.#takeNames(folder, this.#syncedNames)
  }

  /** Writes the disk as it is if the power goes now; strict: nothing that was not synced is there. */
  cut(target: string, { strict = false } = {}): void {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true, mode: 0o700 })
    const names = new Map(this.#syncedNames)
    for (const folder of new Set([...this.#names.keys()].map((path) => dirname(path)))) {
      if (!strict && this.#random() < 0.5) this.#takeNames(folder, names)
    }
    const folders = [...names].filter(([, entry]) => entry === 'folder').map(([path]) => path)
    for (const path of folders.sort())
      mkdirSync(join(target, path.slice(this.#folder.length)), { recursive: true, mode: 0o700 })
    for (const [path, entry] of names) {
      if (entry === 'folder' || (dirname(path) !== this.#folder && names.get(dirname(path)) !== 'folder')) continue
      const file = join(target, path.slice(this.#folder.length))
      copyFileSync(this.#pathOf(entry), file)
      const mode = strict ? 0 : this.#random()
      if (mode > 0.3) apply(file, mode > 0.9 ? entry.pending : this.#torn(entry.pending))
    }
  }

  #torn(pending: Change[]): Change[] {
    return pending.flatMap((change) => {
      if ('size' in change) return this.#random() < 0.5 ? [change] : []
      const sectors: Change[] = []
      for (let at = 0; at < change.bytes.length; at += SECTOR_BYTES) {
        if (this.#random() < 0.5)
          sectors.push({ position: change.position + at, bytes: change.bytes.subarray(at, at + SECTOR_BYTES) })
      }
      return sectors
    })
  }

  #takeNames(folder: string, into: Map<string, ShadowFile | 'folder'>): void {
    for (const path of into.keys()) if (dirname(path) === folder && !this.#names.has(path)) into.delete(path)
    for (const [path, entry] of this.#names) if (dirname(path) === folder) into.set(path, entry)
  }

  #rename(from: string, to: string): void {
    for (const [path, entry] of this.#names) {
      if (path !== from && !path.startsWith(`${from}/`)) continue
      this.#names.delete(path)
      this.#names.set(to + path.slice(from.length), entry)
    }
  }

  #resize(path: string, size: number | undefined): void {
    if (size === undefined) return
    this.onStep()
    this.#fileAt(path)?.pending.push({ size })
  }

  #fileAt(path: string): ShadowFile | null {
    const entry = this.#names.get(path)
    return entry && entry !== 'folder' ? entry : null
  }

  #newFile(content: string | null): ShadowFile {
    const file = { id: this.#nextId++, pending: [] }
    if (content === null) writeFileSync(this.#pathOf(file), '')
    else cpSync(content, this.#pathOf(file))
    return file
  }

  #pathOf(file: ShadowFile): string {
    return join(this.#shadow, String(file.id))
  }
}

function apply(path: string, changes: Change[]): void {
  if (changes.length === 0) return
  const descriptor = openSync(path, 'r+')
  try {
    for (const change of changes) {
      if ('size' in change) ftruncateSync(descriptor, change.size)
      else writeSync(descriptor, change.bytes, 0, change.bytes.length, change.position)
    }
  } finally {
    closeSync(descriptor)
  }
}
