import { z } from 'zod'
import { areEqual, fromBase64, utf8 } from '#circle/bytes.ts'
import {
  cosignatureLine,
  cosignedText,
  isSignedBy,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
} from '#circle/ledger/checkpoint.ts'
import type { Checkpoint, NamedKey } from '#circle/ledger/checkpoint.ts'
import { PROOF_MAX } from '#circle/ledger/merkle.ts'
import { answerAddCheckpoint, parseAddCheckpoint } from '#circle/ledger/witness.ts'
import type { AddCheckpoint, WitnessAnswer } from '#circle/ledger/witness.ts'
import { sha256Bytes, verifyEd25519 } from '#server/lib/signing.ts'
import type { Memory } from './memory.ts'

/** The past changed, the key changed or the log shrank: what a witness is for. `evidence` proves it to others. */
export class Alarm extends Error {
  readonly evidence: string
  constructor(message: string, evidence: string) {
    super(message)
    this.name = 'Alarm'
    this.evidence = evidence
  }
}

/** The log could not be looked at; nothing is known to be wrong with it. */
export class Unreachable extends Error {}

export type Watch = {
  readonly memory: Memory
  /** The address of the log, without a trailing slash. */
  readonly url: string
  /** The log's key where it came by another way; else the first that the server shows is kept. */
  readonly trusted: NamedKey | null
  readonly now: () => number
}

const tools = { sha256: sha256Bytes, verify: verifyEd25519 }

/** Looks at the log once: what it shows now has to continue what was cosigned. Answers the checkpoint. Throws an Alarm. */
export async function look(watch: Watch): Promise<{ checkpoint: Checkpoint; isNew: boolean }> {
  const { memory, url } = watch
  const origin = await watchedOrigin(watch)
  const before = memory.find(origin)!.note
  const note = await readText(`${url}/checkpoint`)
  const looked = await memory.alone(async () => {
    const log = memory.find(origin)!
    const signed = parseNote(note)
    const checkpoint = signed && parseCheckpoint(signed.text)
    if (!checkpoint) throw new Unreachable(`${url} não respondeu com um livro.`)
    if (checkpoint.origin !== origin && log.url !== url) throw otherFile(origin, checkpoint.origin)
    const isOwn = checkpoint.origin === origin && isSignedBy(signed, keyOf(log.key), verifyEd25519)
    if (!isOwn) throw await raise(watch, origin, 'A chave que assina o livro mudou, ou ele é de outro círculo.', note)
    const known = log.note === null ? null : parseCheckpoint(parseNote(log.note)!.text)
    // A later one was cosigned while this one was on its way.
    if (known && checkpoint.size < known.size && log.note !== before) return null
    if (known && checkpoint.size < known.size)
      throw await raise(watch, origin, shrunk(known.size, checkpoint.size), note)
    if (known && checkpoint.size === known.size && areEqual(checkpoint.root, known.root))
      return { checkpoint, isNew: false }
    const request = { oldSize: known?.size ?? 0, proof: await readProof(url, known, checkpoint), note }
    const { status } = await decide(watch, request)
    if (status !== 200) throw await raise(watch, origin, REWRITTEN, note)
    return { checkpoint, isNew: true }
  })
  return looked ?? look(watch)
}

const otherFile = (own: string, asked: string) =>
  new Unreachable(`Este arquivo é da testemunha de ${own}; para ${asked}, use outro --file.`)

const REWRITTEN =
  'O passado mudou: o livro não continua o que esta testemunha assinou. O mesmo livro foi assinado de duas maneiras.'

/** A shorter ledger may be of the same past: a server that was put back to a backup shows the same, and nobody lied. */
const shrunk = (from: number, to: number) =>
  `O livro encolheu de ${from} para ${to} lançamentos. É assim também quando uma cópia é restaurada: pergunte ao grupo se isso foi avisado.`

export type Reply = { readonly status: number; readonly type: string; readonly body: string }

/**
 * Answers a request to cosign, as C2SP tlog-witness says. What is signed is remembered first: killed in between, the witness
 * knows more than it said, and never says two things. An Alarm comes beside the answer, not instead of it.
 */
export async function answer(watch: Watch, body: string): Promise<{ reply: Reply; alarm: Alarm | null }> {
  const request = parseAddCheckpoint(body)
  const found = await watch.memory.alone(async () => {
    const decided = await decide(watch, request)
    const isFork = 'isFork' in decided && decided.isFork
    return { decided, alarm: isFork ? await raise(watch, originOf(request!.note), REWRITTEN, request!.note) : null }
  })
  const { decided } = found
  if (decided.status === 200) return { reply: replyOf(200, decided.line, 'text/plain; charset=utf-8'), alarm: null }
  if (decided.status === 409)
    return { reply: replyOf(409, `${decided.size}\n`, 'text/x.tlog.size'), alarm: found.alarm }
  const alarm = decided.status === 422 ? await askTheLog(watch, request!) : null
  return { reply: replyOf(decided.status, ''), alarm }
}

const replyOf = (status: number, body: string, type = 'text/plain; charset=utf-8') => ({ status, type, body })

type Decided = Exclude<WitnessAnswer, { status: 200 }> | { readonly status: 200; readonly line: string }

/** Decides on a request, and remembers before it signs. Runs alone. */
async function decide({ memory, url, now }: Watch, request: AddCheckpoint | null): Promise<Decided> {
  const decided = answerAddCheckpoint(tools, request, (origin) => {
    const log = memory.find(origin)
    // A witness that saw the past change signs nothing more of that log.
    if (!log || log.alarm) return null
    return { key: keyOf(log.key), head: log.note === null ? null : parseCheckpoint(parseNote(log.note)!.text) }
  })
  if (decided.status !== 200) return decided
  const { origin } = decided.checkpoint
  const seconds = Math.floor(now() / 1_000)
  const cosignedAt = new Date(seconds * 1_000).toISOString()
  await memory.remember(origin, { ...memory.find(origin)!, url, note: request!.note, cosignedAt })
  const signature = memory.signer.sign(utf8(cosignedText(seconds, decided.text)))
  return { status: 200, line: cosignatureLine(memory.key, seconds, signature) }
}

/**
 * A checkpoint that the log signed came with a proof that does not lead to it. The proof may be a stranger's, so the log
 * itself is asked for its own; when that does not lead there either, the log has signed two histories.
 */
async function askTheLog(watch: Watch, { note }: AddCheckpoint): Promise<Alarm | null> {
  const checkpoint = parseCheckpoint(parseNote(note)!.text)!
  const { memory } = watch
  return memory.alone(async () => {
    const log = memory.find(checkpoint.origin)
    const known = log?.note ? parseCheckpoint(parseNote(log.note)!.text) : null
    if (!known || log?.alarm || known.size >= checkpoint.size) return null
    try {
      const proof = await readProof(watch.url, known, checkpoint)
      const head = { key: keyOf(log!.key), head: known }
      const { status } = answerAddCheckpoint(tools, { oldSize: known.size, proof, note }, () => head)
      return status === 200 ? null : await raise(watch, checkpoint.origin, REWRITTEN, note)
    } catch (error) {
      if (error instanceof Unreachable) return null
      throw error
    }
  })
}

/** Keeps what was seen, with the evidence on both sides, and answers the alarm. */
async function raise({ memory, now }: Watch, origin: string, why: string, seen: string): Promise<Alarm> {
  const log = memory.find(origin)!
  const evidence = `Assinado antes:\n${log.note ?? '(nada)'}\nMostrado agora:\n${seen}`
  await memory.remember(origin, { ...log, alarm: { at: new Date(now()).toISOString(), why, evidence } })
  return new Alarm(why, evidence)
}

const logAnswer = z.object({ origin: z.string().min(1).max(200), key: z.string().max(400) })

/** The log's name. The first time its key is kept: the one that was given, or the one that the server shows. */
async function watchedOrigin({ memory, url, trusted }: Watch): Promise<string> {
  const [known] = memory.origins()
  if (known !== undefined) {
    const { key } = memory.find(known)!
    if (trusted && trusted.name !== known) throw otherFile(known, trusted.name)
    if (trusted && !areEqual(trusted.publicKey, keyOf(key).publicKey))
      throw new Alarm('Esta testemunha aceitou do servidor outra chave do que a que foi dada com --key.', key)
    return known
  }
  const { success, data } = logAnswer.safeParse(await readJson(url))
  const shown = success ? parseVerifierKey(sha256Bytes, data.key) : null
  if (!success || !shown || shown.name !== data.origin)
    throw new Unreachable(`${url} não é o endereço de um livro para testemunhas.`)
  const { origin, key } = data
  if (trusted && !(trusted.name === origin && areEqual(trusted.publicKey, shown.publicKey)))
    throw new Alarm('O servidor mostra outra chave do que a que foi dada com --key.', key)
  await memory.remember(origin, { url, key, note: null, cosignedAt: null, alarm: null })
  return origin
}

const keyOf = (text: string) => parseVerifierKey(sha256Bytes, text)!
const originOf = (note: string) => parseCheckpoint(parseNote(note)!.text)!.origin

const proofAnswer = z.object({ proof: z.array(z.string()).max(PROOF_MAX) })

/** The log's own proof; an empty one where it has none to give, which then leads nowhere. */
async function readProof(url: string, known: Checkpoint | null, { size }: Checkpoint): Promise<Uint8Array[]> {
  if (!known || known.size === size) return []
  const found = proofAnswer.safeParse(await readJson(`${url}/consistency?from=${known.size}&to=${size}`))
  const hashes = found.success ? found.data.proof.map(fromBase64) : []
  return hashes.every((hash) => hash !== null) ? hashes : []
}

const TIMEOUT_MS = 20_000
const BYTES_MAX = 256 * 1024

async function readJson(url: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(url))
  } catch (error) {
    throw error instanceof Unreachable ? error : new Unreachable(`${url} não respondeu como um livro.`)
  }
}

/** The answer's text, also that of a refusal. Throws Unreachable where there is none, or the server has failed. */
async function readText(url: string): Promise<string> {
  let text = ''
  try {
    const found = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
    if (found.status >= 500 || found.status === 429 || found.status === 404)
      throw new Unreachable(`${url} respondeu ${found.status}.`)
    const decoder = new TextDecoder()
    for await (const piece of found.body ?? []) {
      text += decoder.decode(piece, { stream: true })
      if (text.length > BYTES_MAX) throw new Unreachable(`${url} respondeu demais.`)
    }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    throw new Unreachable(`${url} não responde (${(error as Error).message}).`)
  }
  return text
}
