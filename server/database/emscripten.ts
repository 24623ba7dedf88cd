// The part of Emscripten's NODEFS that the durable file system hooks into; PGlite publishes no types for it.

export type EmscriptenNode = { name: string; parent: EmscriptenNode; mode: number }
export type EmscriptenStream = { nfd: number; node: EmscriptenNode }

export type EmscriptenNodeFs = {
  realPath(node: EmscriptenNode): string
  node_ops: {
    mknod(parent: EmscriptenNode, name: string, mode: number, device: number): EmscriptenNode
    rename(node: EmscriptenNode, folder: EmscriptenNode, name: string): void
    unlink(parent: EmscriptenNode, name: string): void
    rmdir(parent: EmscriptenNode, name: string): void
    setattr(node: EmscriptenNode, attributes: { size?: number }): void
  }
  stream_ops: {
    setattr(stream: EmscriptenStream, attributes: { size?: number }): void
    open(stream: EmscriptenStream): void
    write(stream: EmscriptenStream, buffer: Uint8Array, offset: number, length: number, position: number): number
    fsync?(stream: EmscriptenStream): number
  }
}
