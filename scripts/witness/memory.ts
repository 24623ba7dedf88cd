import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { concat, toBase64, toHex } from '#circle/bytes.ts'
import { COSIGNATURE_KEY, namedKey, NOTE_KEY, parseSignerKey } from '#circle/ledger/checkpoint.ts'
import type { NamedKey } from '#circle/ledger/checkpoint.ts'
import { sha256Bytes, signerOf } from '#server/lib/signing.ts'
import type { Signer } from '#server/lib/signing.ts'
import { writeWhole } from '#server/lib/write-whole.ts'

const alarm = z.strictObject({ at: z.string(), why: z.string(), evidence: z.string() })
const log = z.strictObject({
  /** Where it was last seen. */
  url: z.string(),
  /** The log's verifier key. */
  key: z.string(),
  /** The last checkpoint cosigned, with its signatures; null before the first. */
  note: z.string().nullable(),
  cosignedAt: z.string().nullable(),
  alarm: alarm.nullable(),
})
const pages = z.strictObject({
  /** The release that was seen, by which key, and all releases up to then; null before one was. */
  known: z.strictObject({ key: z.string(), lines: z.array(z.string()), index: z.int() }).nullable(),
  /** The signed statement about the pages as they are now; null where it last saw others. */
  seen: z.string().nullable(),
})
const memoryFile = z.strictObject({
  ciranda_witness: z.literal(1),
  /** The witness' own private key. It stands in this file alone: a witness that forgot what it signed has no key. */
  key: z.string(),
  logs: z.record(z.string(), log),
  /** The pages of the server, where they were looked at. */
  pages: pages.optional(),
})

export type WatchedLog = z.infer<typeof log>
type WatchedPages = z.infer<typeof pages>
type Content = z.infer<typeof memoryFile>

/** A witness' memory between its starts: its key, and for each log the last checkpoint that it cosigned. */
export type Memory = {
  readonly key: NamedKey
  readonly signer: Signer
  find(origin: string): WatchedLog | null
  origins(): string[]
  /** Returns once the file survives a power cut. Whatever is signed is remembered first. */
  remember(origin: string, log: WatchedLog): Promise<void>
  pages(): WatchedPages | null
  /** Waits for its turn by itself: never to be called within `alone`. */
  rememberPages(seen: WatchedPages): Promise<void>
  /** Runs one piece of work at a time, so that nothing is decided on what another piece is about to change. */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Opens a witness' file, or begins one with a new key of this name. Throws while another process has it open: two that decide
 * on the same memory could sign two histories.
 */
export async function openMemory(file: string, name: string): Promise<Memory> {
  const target = path.join(await realpath(path.dirname(path.resolve(file))), path.basename(file))
  const release = await lock(target)
  try {
    const content = (await readContent(target)) ?? (await begin(target, name))
    const { name: ownName, seed } = parseSignerKey(content.key) ?? damaged(target)
    const signer = signerOf(seed)
    let { logs, pages: watchedPages } = content
    let last: Promise<unknown> = Promise.resolve()
    const alone = <T>(work: () => Promise<T>): Promise<T> => {
      const done = last.then(work)
      last = done.catch(() => undefined)
      return done
    }
    return {
      key: namedKey(sha256Bytes, ownName, COSIGNATURE_KEY, signer.publicKey),
      signer,
      find: (origin) => (Object.hasOwn(logs, origin) ? logs[origin]! : null),
      origins: () => Object.keys(logs),
      remember: async (origin, one) => {
        const changed = { ...logs, [origin]: one }
        await write(target, { ...content, logs: changed, pages: watchedPages })
        logs = changed
      },
      pages: () => watchedPages ?? null,
      rememberPages: (seen) =>
        alone(async () => {
          await write(target, { ...content, logs, pages: seen })
          watchedPages = seen
        }),
      alone,
      close: release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function begin(file: string, name: string): Promise<Content> {
  const seed = randomBytes(32)
  const { id } = namedKey(sha256Bytes, name, NOTE_KEY, signerOf(seed).publicKey)
  const key = `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(NOTE_KEY), seed))}`
  if (!parseSignerKey(key)) throw new Error(`“${name}” não serve de nome: nem espaços nem o sinal de mais.`)
  const content: Content = { ciranda_witness: 1, key, logs: {} }
  await write(file, content)
  return content
}

/** Null where there is no file. A damaged one throws: it must not be begun anew without somebody knowing. */
async function readContent(file: string): Promise<Content | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (text === null) return null
  try {
    return memoryFile.parse(JSON.parse(text))
  } catch {
    return damaged(file)
  }
}

function damaged(file: string): never {
  throw new Error(`${file} está danificado ou não é de uma testemunha. Ele não será substituído.`)
}

function write(file: string, content: Content): Promise<void> {
  return writeWhole(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** Holds a name that the system gives to one process at a time, and frees when that process ends, however it ends. */
async function lock(file: string): Promise<() => Promise<void>> {
  const name = `ciranda-witness-${createHash('sha256').update(file).digest('hex').slice(0, 32)}`
  const address =
    process.platform === 'linux'
      ? `\0${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\${name}`
        : path.join(tmpdir(), `${name}.sock`)
  const server = createServer((socket) => socket.destroy())
  server.listen(address)
  try {
    await once(server, 'listening')
  } catch {
    throw new Error(`Outra testemunha está usando ${file}.`)
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
