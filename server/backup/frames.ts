import { BackupFault } from './faults.ts'

// The contents of a backup: JSON frames that say what follows, and data frames with its bytes. See backup.md.

const JSON_FRAME = 0x4a
const DATA_FRAME = 0x44
const FRAME_BYTES_MAX = 64 * 1024 * 1024

export type Told =
  | { readonly is: 'secret'; readonly sealed: unknown }
  | { readonly is: 'migrations'; readonly hashes: readonly string[] }
  | { readonly is: 'table'; readonly name: string; readonly columns: readonly string[] }
  /** Ends the rows of a table: how many, and the SHA-256 of their text. */
  | { readonly is: 'table.end'; readonly name: string; readonly rows: number; readonly sha256: string }
  | { readonly is: 'sequence'; readonly name: string; readonly value: string; readonly isCalled: boolean }
  /** A file named by the SHA-256 of its bytes, which follow. */
  | { readonly is: 'file'; readonly sha256: string }
  | { readonly is: 'file.end'; readonly sha256: string }
  | { readonly is: 'erased'; readonly ids: readonly string[] }
  | { readonly is: 'end'; readonly tables: number; readonly files: number }
  /** In a base of the archive: a folder or a file of PostgreSQL's data directory, whose bytes follow. */
  | { readonly is: 'cluster.folder'; readonly path: string }
  | { readonly is: 'cluster.file'; readonly path: string }

export type Frame = { readonly told: Told } | { readonly data: Buffer }

export function tell(told: Told): Buffer {
  return frame(JSON_FRAME, Buffer.from(JSON.stringify(told)))
}

export function data(bytes: Buffer): Buffer {
  return frame(DATA_FRAME, bytes)
}

function frame(type: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head[0] = type
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Reads frames from pieces of any size. Throws `BackupFault` where they end in the middle of one. */
export async function* readFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    let at = 0
    while (rest.length - at >= 5) {
      const length = rest.readUInt32BE(at + 1)
      if (length > FRAME_BYTES_MAX) throw new BackupFault('damaged')
      if (rest.length - at < 5 + length) break
      const bytes = rest.subarray(at + 5, at + 5 + length)
      yield rest[at] === JSON_FRAME ? { told: JSON.parse(bytes.toString('utf8')) as Told } : { data: bytes }
      at += 5 + length
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new BackupFault('damaged')
}
