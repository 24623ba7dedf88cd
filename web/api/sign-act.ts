import { sha256 } from '@noble/hashes/sha2.js'
import { shapeOf } from '#circle/ledger/act-kinds.ts'
import { isEntryOf, isHashOf } from '#circle/ledger/known-log.ts'
import type { Command } from '#circle/circle.ts'
import { fromBase64url, toBase64url, utf8 } from '#circle/bytes.ts'
import { spokenText } from '#circle/case-words.ts'
import type { SpokenWords } from '#circle/case-words.ts'
import { mayBeDecided, recordText } from '#circle/ledger/decided-records.ts'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import { DECISIONS, deedText } from '#circle/ledger/deeds.ts'
import { receiptText } from '#circle/ledger/receipt.ts'
import { actText, APART_MAX_MS, debtOf } from '#circle/ledger/signed-act.ts'
import type { Act, Debt } from '#circle/ledger/signed-act.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { isEd25519 } from './checkpoint.ts'
import { ApiError, request } from './client.ts'
import { addedIn, NotShown, signerOf, whyNot } from './device-key.ts'
import type { WhyNot } from './device-key.ts'
import { circleOf, personOf } from './holder.ts'
import { holdLog, knownSize, OtherLog } from './hold-log.ts'
import { changeJournal, journalFor, noteAct, readJournal } from './journal.ts'
import type { JournalAct } from '#circle/ledger/journal.ts'
import { realCircleOf } from './registered-in.ts'
import { hashText, pictureHash } from '#web/api/hash-text.ts'

/** Words of a person's that go with an act; `picture` in base64, as it is sent. */
export type Said = { readonly text: string; readonly more?: string; readonly picture?: string | undefined }

/** A donation as the screen shows it to whoever acts. */
export type ShownDebt = Omit<Debt, 'entry'>

export type Signed = {
  readonly header: string
  readonly key: string
  readonly count: number
  readonly circleId: string
  readonly isClockOff: boolean
}

type Ground = AnswerOf<'GET /me/acts/ground'>

const CLOCK_OFF_MS = 30_000

/**
 * Signs an act in front of the ledger's end, which this device first proves to go on from what it knows, and with it amount, parties
 * and origin of the donation, which are what the screen shows. It stands in the journal before anybody is sent it. Answers why
 * not, where this device does not sign; throws `NotShown`, and when the server cannot be reached. `helped`: the member for whom
 * a helper signs with their own key. `circleId`: another circle than that on screen.
 */
export async function signAct(
  holder: string,
  act: Act,
  shown: ShownDebt | null,
  {
    helped = null,
    words,
    circleId,
  }: { readonly helped?: string | null; readonly words?: SpokenWords | undefined; readonly circleId?: string } = {},
): Promise<Signed | WhyNot> {
  try {
    const isOfDonation = shapeOf(act.act).isOfDonation === true
    const ground = await provenGround(holder, {
      ...(isOfDonation && act.donationId ? { donation_id: act.donationId } : {}),
      ...(circleId ? { circle_id: circleId } : {}),
    })
    const signer = await signerOf(holder, ground.circle_id)
    if (!signer) return 'no_store'
    const debt = isOfDonation ? shownDebt(ground, act.donationId, shown) : null
    const off = Math.abs(Date.now() - Date.parse(ground.at))
    if (!(off < APART_MAX_MS)) return 'clock'
    const { header, count } = await write(holder, { act, debt, ground, signer, helped, words })
    return { header, key: signer.keyId, count, circleId: ground.circle_id, isClockOff: off > CLOCK_OFF_MS }
  } catch (error) {
    return whyNot(error)
  }
}

/**
 * Holds a decision of the administration's, which names a donation or a report by its id alone, to the ledger: the donation is the
 * one that the screen shows. Throws `NotShown`, and when the server cannot be reached.
 */
export async function holdDecision(
  holder: string,
  { donationId, reportId }: { readonly donationId: string; readonly reportId?: string | undefined },
  shown: readonly ShownDebt[],
): Promise<void> {
  if (reportId) {
    const { matched } = await provenGround(holder, { report_id: reportId })
    const { reportId: id, donationId: about } = matched?.payload ?? {}
    if (id !== reportId || about !== donationId) throw new NotShown('O livro tem este report sobre outra doação.')
  }
  const ground = await provenGround(holder, { donation_id: donationId })
  for (const one of shown) shownDebt(ground, donationId, one)
}

/** The ground for an act, proven to go on from what this device knows, in the circle that it knows as its person's. */
async function provenGround(
  holder: string,
  about: { donation_id?: string; report_id?: string; circle_id?: string },
): Promise<Ground> {
  const bound = about.circle_id ?? circleOf(holder) ?? realCircleOf(holder)
  let from = knownSize(bound ?? (await addedIn(holder))?.circleId ?? null)
  const ask = () => request('GET /me/acts/ground', { query: { from: String(from), ...about } })
  const ground = await ask().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'ledger.no_such_size') throw error
    // It ends before what this device knows, which is then refused below; or it is that of a demonstration begun anew.
    from = 0
    return ask()
  })
  if (![null, ground.circle_id].includes(bound))
    throw new NotShown('Este não é o círculo que este aparelho conhece como seu.')
  await proveGround(ground, from)
  return ground
}

/** The ledger's end is in a checkpoint that goes on from what this device knows. */
async function proveGround(ground: Ground, from: number): Promise<void> {
  const { circle_id, checkpoint, continues, end, end_proof } = ground
  const head = await holdLog({ circle_id, ...checkpoint }, { from, continues }).catch(asNotShown)
  if (!isHashOf(sha256, end, end_proof, head)) asNotShown(new OtherLog())
  const { matched, matched_proof } = ground
  if (matched && !isEntryOf(sha256, circle_id, matched, matched_proof ?? [], head)) asNotShown(new OtherLog())
}

function asNotShown(error: unknown): never {
  if (error instanceof OtherLog)
    throw new NotShown('O livro que o servidor mostra não continua o que este aparelho conhece.')
  throw error
}

/** The donation by the ledger's own entry, which is of this donation and says what the screen shows. */
function shownDebt({ matched }: Ground, donationId: string | null, shown: ShownDebt | null): Debt {
  const debt = matched && matched.payload['donationId'] === donationId ? debtOf(matched) : null
  const isShown =
    shown === null ||
    (debt?.amountCents === shown.amountCents && debt.donorId === shown.donorId && debt.receiverId === shown.receiverId)
  if (!debt || !isShown) throw new NotShown('O livro tem esta doação com outro valor ou outra pessoa.')
  return debt
}

type Signer = NonNullable<Awaited<ReturnType<typeof signerOf>>>

type Ready = {
  readonly act: Act
  readonly debt: Debt | null
  readonly ground: Ground
  readonly signer: Signer
  readonly helped: string | null
  readonly words: SpokenWords | undefined
}

/** Takes the next count, signs, and writes the act down. */
async function write(holder: string, { act, debt, ground, signer, helped, words }: Ready) {
  const { circle_id: circleId, end, checkpoint } = ground
  const at = new Date().toISOString()
  const begun = { circleId, logKey: checkpoint.key, memberId: personOf(holder), since: end.seq, own: signer.keyId }
  // A count is taken before anything is signed with it: of two pages that sign at once each has its own.
  const line = {
    act: act.act,
    about: act.donationId,
    at,
    key: signer.keyId,
    state: 'sent',
    receipt: null,
    words,
  } as const
  const journal = await changeJournal(holder, (kept) => {
    const own = journalFor(kept, begun)
    return { ...own, acts: [...own.acts, { ...line, count: (own.acts.at(-1)?.count ?? 0) + 1, text: '', sig: '' }] }
  })
  const { count } = journal!.acts.at(-1)!
  const text = actText(circleId, act, debt, { at, head: end.hash, seq: end.seq, count }, helped)
  const sig = await signer.sign(text)
  await noteAct(holder, count, { text, sig })
  const of = DECISIONS.includes(act.act) ? `; of=${act.image}` : ''
  const part = act.part === undefined ? '' : `; part=${act.part}`
  return { count, header: `key=${signer.keyId}; at=${at}; head=${end.hash}; count=${count}${of}${part}; sig=${sig}` }
}

/** Words as this device signs them, under a salt of its own, and their SHA-256. */
export async function speak(about: string, { text, more, picture }: Said) {
  const salt = toBase64url(crypto.getRandomValues(new Uint8Array(16)))
  const image = picture === undefined ? null : await pictureHash(picture)
  const spoken: SpokenWords = { salt, about, text, more: more || null, picture: image }
  return { spoken, hash: hashText(spokenText(spoken)) }
}

/** The SHA-256 of a decision, which a device signs. */
export function decisionHash(decision: Command | DecidedRecord): string {
  const isRecord = (one: Command | DecidedRecord): one is DecidedRecord => mayBeDecided(one.kind)
  return hashText(isRecord(decision) ? recordText(decision.kind, decision) : deedText(decision))
}

/**
 * Asks for the receipt of an act that the server said was done, and keeps it: `true` where the act is proven to be in the ledger that
 * this device knows, `false` where it is not there, null where nobody answers.
 */
export async function proveDone(holder: string, signed: Signed): Promise<boolean | null> {
  await noteAct(holder, signed.count, { state: 'answered' })
  return proveEntered(holder, signed)
}

/**
 * Whether the last thing that this device did about the same was the same: by a press that was a double one, in another tab, or whose
 * answer was lost. That act is proven to be in the ledger.
 */
export async function didBefore(holder: string, { key, count, circleId }: Signed): Promise<boolean> {
  const acts = (await readJournal(holder))?.acts ?? []
  const own = acts.find((act) => act.count === count)
  const isAboutSame = ({ act, about }: JournalAct) => about === own?.about && (about !== null || act === own.act)
  const others = acts.filter((act) => act.count !== count && act.state !== 'refused' && isAboutSame(act))
  for (const act of others.toReversed()) {
    if (act.key !== key || whatIsSaid(act.text) !== whatIsSaid(own!.text)) return false
    if ((await proveEntered(holder, { key, count: act.count, circleId })) === true) return true
  }
  return false
}

/** The text that a device signs without where and when it stood: its end of the ledger, its clock and its count. */
const whatIsSaid = (text: string): string => text.split('\n').toSpliced(STOOD_AT, STOOD_LINES).join('\n')
const [STOOD_AT, STOOD_LINES] = [10, 4]

async function proveEntered(
  holder: string,
  { key, count, circleId }: Pick<Signed, 'key' | 'count' | 'circleId'>,
): Promise<boolean | null> {
  const act = (await readJournal(holder))?.acts.find((one) => one.count === count)
  const from = knownSize(circleId)
  try {
    const query = { key, count: String(count), from: String(from) }
    const { checkpoint, continues, receipt, entry, proof } = await request('GET /me/acts/receipt', { query })
    const head = await holdLog({ circle_id: circleId, ...checkpoint }, { from, continues })
    if (!act || !receipt || !entry || !isEntryOf(sha256, circleId, entry, proof ?? [], head)) return false
    const { sig } = (entry.payload['signature'] ?? {}) as { readonly sig?: string }
    const [logKey, signature] = [checkpoint.key, receipt.signature].map(fromBase64url)
    const isReceipt =
      logKey &&
      signature &&
      (await isEd25519(logKey, utf8(receiptText(circleId, receipt, act.sig)), signature)) !== false
    if (!isReceipt || sig !== act.sig || receipt.hash !== entry.hash || receipt.seq !== entry.seq) return false
    await noteAct(holder, count, { receipt })
    return true
  } catch (error) {
    return error instanceof OtherLog ? false : null
  }
}
