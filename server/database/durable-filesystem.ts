import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EmscriptenNode, EmscriptenNodeFs, EmscriptenStream } from './emscripten.ts'

/** What a test may watch or wrap: where writes enter, and what really reached the disk. */
export type DiskObserver = {
  installed?(nodefs: EmscriptenNodeFs): void
  fileSynced?(path: string): void
  folderSynced?(path: string): void
}

export type DurableFilesystemOptions = {
  /** Called once when the disk or the engine failed: nothing may be acknowledged any more. */
  onFailure?: ((failure: Error) => void) | undefined
  observer?: DiskObserver | undefined
}

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

const INPUT_OUTPUT_ERROR = 29 // EIO in Emscripten's numbering

/**
 * PGlite's folder on disk with an fsync that reaches the disk. PGlite's own has none, so a commit
 * it acknowledges may be gone after a power cut.
 */
export class DurableFilesystem extends NodeFS {
  /** What reached the disk since the start, and the bytes of write-ahead log written. */
  readonly counts = { fileSyncs: 0, folderSyncs: 0, walBytes: 0 }
  failure: Error | null = null
  readonly #options: DurableFilesystemOptions
  /** Folders whose list of names changed since they were last synced. */
  readonly #changedFolders = new Set<string>()

  constructor(folder: string, options: DurableFilesystemOptions = {}) {
    super(folder)
    this.#options = options
  }

  override async init(pglite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...[emscriptenOpts.preRun ?? []].flat(), (module: unknown) => this.#install(module)]
    const onAbort = (reason: unknown) => this.fail(new Error(`the engine stopped ${String(reason)}`.trim()))
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } }
  }

  fail(failure: Error): void {
    if (this.failure) return
    this.failure = failure
    this.#options.onFailure?.(failure)
  }

  /** Syncs every folder that gained or lost a name. */
  syncFolders(): void {
    for (const folder of this.#changedFolders) this.#syncFolder(folder)
  }

  #install(module: unknown): void {
    const nodefs = (module as { NODEFS?: EmscriptenNodeFs }).NODEFS
    if (!nodefs?.stream_ops?.write || !nodefs.node_ops?.mknod)
      throw new Error('its file layer is not the one known here')
    nodefs.stream_ops.fsync = (stream) => this.#sync(nodefs, stream)
    this.#watchNames(nodefs)
    this.#countWal(nodefs)
    this.#options.observer?.installed?.(nodefs)
  }

  #sync(nodefs: EmscriptenNodeFs, stream: EmscriptenStream): number {
    try {
      const path = nodefs.realPath(stream.node)
      if (isFolder(stream.node)) {
        fsyncSync(stream.nfd)
        this.#folderIsSynced(path)
      } else {
        // A checkpoint ends by writing pg_control: the names it relies on must be on disk before it.
        if (path.endsWith('/pg_control')) this.syncFolders()
        fdatasyncSync(stream.nfd)
        this.counts.fileSyncs++
        this.#options.observer?.fileSynced?.(path)
        this.#syncFoldersAbove(path)
      }
      return 0
    } catch (error) {
      // The kernel may have dropped the pages it could not write, so trying again would lie: stop for good.
      this.fail(error as Error)
      return INPUT_OUTPUT_ERROR
    }
  }

  /** A new file that is synced must also be found again: its folder, and the folder above if that is new. */
  #syncFoldersAbove(path: string): void {
    if (this.#changedFolders.size === 0) return
    for (let folder = dirname(path); folder.startsWith(this.rootDir); folder = dirname(folder)) {
      if (this.#changedFolders.has(folder)) this.#syncFolder(folder)
    }
  }

  #syncFolder(folder: string): void {
    const descriptor = openFolder(folder)
    if (descriptor === null) {
      this.#changedFolders.delete(folder)
      return
    }
    try {
      fsyncSync(descriptor)
      this.#folderIsSynced(folder)
    } finally {
      closeSync(descriptor)
    }
  }

  #folderIsSynced(folder: string): void {
    this.#changedFolders.delete(folder)
    this.counts.folderSyncs++
    this.#options.observer?.folderSynced?.(folder)
  }

  #watchNames(nodefs: EmscriptenNodeFs): void {
    const { mknod, rename, unlink, rmdir } = nodefs.node_ops
    const changed = (folder: EmscriptenNode) => this.#changedFolders.add(nodefs.realPath(folder))
    nodefs.node_ops.mknod = (parent, ...rest) => {
      changed(parent)
      return mknod(parent, ...rest)
    }
    nodefs.node_ops.rename = (node, folder, name) => {
      changed(node.parent)
      changed(folder)
      rename(node, folder, name)
    }
    nodefs.node_ops.unlink = (parent, name) => {
      changed(parent)
      unlink(parent, name)
    }
    nodefs.node_ops.rmdir = (parent, name) => {
      changed(parent)
      rmdir(parent, name)
    }
  }

  #countWal(nodefs: EmscriptenNodeFs): void {
    const { write } = nodefs.stream_ops
    nodefs.stream_ops.write = (stream, ...rest) => {
      const written = write(stream, ...rest)
      if (stream.node.parent.name === 'pg_wal') this.counts.walBytes += written
      return written
    }
  }
}

function isFolder(node: EmscriptenNode): boolean {
  return (node.mode & 0o170000) === 0o040000
}

/** Null when the folder is gone: its removal is in the folder above, which is synced too. */
function openFolder(folder: string): number | null {
  try {
    return openSync(folder, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
