import { parseCheckpoint, parseNote } from '#circle/ledger/checkpoint.ts'
import type { Note } from '#circle/ledger/checkpoint.ts'
import type { OwnConsent } from '#circle/ledger/consent.ts'
import type { SignedHead } from '#circle/ledger/entry.ts'
import type { ShownWords } from '#circle/ledger/held-words.ts'
import { isJournal } from '#circle/ledger/journal.ts'
import type { Journal } from '#circle/ledger/journal.ts'
import { parseOnce } from '#circle/ledger/strict-json.ts'
import type { OwnRecords } from '#circle/ledger/verdict.ts'
import { shownWords } from './entities/shown-words.ts'
import type { WordsProof } from './entities/words-proof.ts'
import { shownFacts } from './known-donation.ts'

// The files that somebody takes along to verify a ledger elsewhere, as the pages hand them out.

/** A checkpoint kept as a file; null where the text is none. */
export function readCheckpoint(text: string): Note | null {
  const note = parseNote(text)
  return note && parseCheckpoint(note.text) ? note : null
}

/** All that a device keeps of a ledger, as its page hands it out ('Guardar a prova'). Throws for anything else. */
export function readProof(text: string): { heads: SignedHead[]; checkpoints: Note[]; journals: Journal[] } {
  const { ciranda_proof, journal, heads, checkpoints } = (parse(text) ?? {}) as Record<string, unknown>
  const notes = Array.isArray(checkpoints) ? checkpoints.map((note) => readCheckpoint(String(note))) : [null]
  const isRead = ciranda_proof === 1 && (journal === null || isJournal(journal)) && notes.every((note) => note !== null)
  if (!isRead || !Array.isArray(heads)) throw new Error('não é uma prova guardada por um aparelho')
  return { heads: heads as SignedHead[], checkpoints: notes as Note[], journals: journal ? [journal as Journal] : [] }
}

/** A downloaded ledger, as JSON lines or as one JSON document: its signed end and its entries, unreadable ones as null. */
export function readLedger(text: string): { head: SignedHead; entries: unknown[] } {
  const whole = parse(text) as { head?: SignedHead; entries?: unknown } | null
  if (whole?.head) return { head: whole.head, entries: Array.isArray(whole.entries) ? whole.entries : [] }
  const [first, ...lines] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse)
  const { head } = (first ?? {}) as { head?: SignedHead }
  if (!head) throw new Error('não é um livro baixado da Ciranda')
  return { head, entries: lines }
}

function parse(text: string): unknown {
  try {
    return parseOnce(text)
  } catch {
    return null
  }
}

type OwnReceiver = {
  pixKey?: string | null
  pixOwnerName?: string | null
  btcAddress?: string | null
  usdtAddress?: string | null
}

type OwnData = {
  user: { id: string }
  donations: (Parameters<typeof shownFacts>[0] & {
    id: string
    paid?: number
    waiting?: boolean
    donorId?: string
    receiverId?: string | null
    receiver?: OwnReceiver | null
    payment_commitment?: string | null
    payment_salt?: string | null
  })[]
  terms?: { terms_version: string; shown: Partial<OwnConsent['document']> & { carried?: boolean } }[]
  cases?: { timeline: { text: string | null; proof: WordsProof | null }[] }[]
}

/** The donations that 'Meus dados' lists as one's own, with both parties where it names them, the terms accepted, and what was said. */
export function readOwnData(text: string): OwnRecords {
  const data = JSON.parse(text) as OwnData
  const donations = data.donations
    .filter(({ waiting }) => !waiting)
    .map(({ id, amount, paid, status, donorId, receiverId, ...shown }) => ({
      id,
      amountCents: Math.round(amount * 100),
      ...(paid === undefined ? {} : { paidCents: Math.round(paid * 100) }),
      status,
      ...(donorId === undefined ? {} : { donorId }),
      ...(receiverId === undefined ? {} : { receiverId }),
      ...shownFacts({ amount, status, ...shown }),
      ...shownKey(shown),
    }))
  return { memberId: data.user.id, donations, isComplete: true, consents: consentsOf(data), words: wordsOf(data) }
}

/** The words of one's cases; of those whose salt was erased with their person nothing can be told. */
function wordsOf({ cases = [] }: OwnData): ShownWords[] {
  return cases.flatMap(({ timeline }) =>
    timeline.flatMap(({ text, proof }) => (text && proof ? (shownWords(text, proof) ?? []) : [])),
  )
}

/** The terms accepted by oneself; a version from before they had a hash, and one carried over, name no document. */
function consentsOf({ terms = [] }: OwnData): OwnConsent[] {
  return terms.flatMap(({ terms_version: hash, shown: { circleId, carried, ...shown } }) => {
    const { plan, operator, text, administrators, rotation } = shown
    return !carried && circleId && plan && operator !== undefined && text
      ? [{ hash, document: { circleId, plan, operator, text, administrators, rotation } }]
      : []
  })
}

/** The payment key that one's own data shows for a donation, with its salt, and the commitment that it names. */
function shownKey({
  receiver,
  payment_commitment,
  payment_salt,
}: Pick<OwnData['donations'][number], 'receiver' | 'payment_commitment' | 'payment_salt'>) {
  const { pixKey, pixOwnerName, btcAddress = null, usdtAddress = null } = receiver ?? {}
  return {
    ...(payment_commitment ? { paymentCommitment: payment_commitment } : {}),
    ...(payment_salt && pixKey && pixOwnerName
      ? { paymentKey: { salt: payment_salt, pixKey, pixOwnerName, btcAddress, usdtAddress } }
      : {}),
  }
}
