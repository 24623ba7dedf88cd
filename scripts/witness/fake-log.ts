import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { toBase64, utf8 } from '#circle/bytes.ts'
import { checkpointText, verifierKeyText } from '#circle/ledger/checkpoint.ts'
import { consistencyRanges, leafHash, subtreeHash } from '#circle/ledger/merkle.ts'
import { sha256, signerOf } from '#circle/testing/ed25519.ts'
import { addCheckpointBody } from '#circle/ledger/witness.ts'

export const ORIGIN = 'ciranda/0190a1b2-0000-7000-8000-000000000001'

/** One history of a log: its leaves, and the seed of the key that signs it. */
export type History = { readonly entries: readonly string[]; readonly seed: number }

export const history = (size: number, { salt = '', seed = 7 } = {}): History => ({
  entries: Array.from({ length: size }, (_, index) => `${salt}${index}`),
  seed,
})

/** A log as its operator can show it, a lying one included: every answer is consistent with the history given. */
export function logOf({ entries, seed }: History) {
  const hashes = entries.map((entry) => leafHash(sha256, utf8(entry)))
  const hashOf = (range: readonly [number, number]) => subtreeHash(sha256, { leaf: (index) => hashes[index]! }, range)
  const signer = signerOf(ORIGIN, new Uint8Array(32).fill(seed))
  const text = checkpointText({ origin: ORIGIN, size: entries.length, root: hashOf([0, entries.length]) })
  const note = signer.signs(text)
  const proof = (from: number, to = entries.length) => consistencyRanges(from, to).map(hashOf)
  return {
    text,
    note,
    key: verifierKeyText(signer.note),
    proof,
    /** The body of add-checkpoint from a size that the witness knows. */
    submission: (oldSize: number, by = proof(oldSize)) => addCheckpointBody({ oldSize, proof: by, note }),
  }
}

/**
 * A server of a log, whose operator can show another history to whoever asks next. Closed after the test. `holdsBack`: what has
 * to happen before the next checkpoint that was read goes out.
 */
export async function serveLog(first: History) {
  let shown = first
  let held: (() => Promise<unknown>) | null = null
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://log')
    const log = logOf(shown)
    const json = (value: unknown, status = 200) => response.writeHead(status).end(JSON.stringify(value))
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
    if (pathname === '/log') json({ origin: ORIGIN, key: log.key })
    else if (pathname === '/log/checkpoint') {
      const until = held?.()
      held = null
      void Promise.resolve(until).then(() => response.end(log.note))
    } else if (pathname !== '/log/consistency') json({}, 404)
    else if (to > shown.entries.length || from > to) json({ code: 'ledger.no_such_size' }, 400)
    else json({ proof: log.proof(from, to).map(toBase64) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/log`,
    shows: (other: History) => {
      shown = other
    },
    holdsBack: (until: () => Promise<unknown>) => {
      held = until
    },
  }
}
