import { sha256 } from '@noble/hashes/sha2.js'
import { openTree } from '#circle/ledger/checkpoint.ts'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import { chosenWitnesses } from '#circle/ledger/member-words.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import { signedTexts, verifyLedger } from '#circle/ledger/verify.ts'
import type { CheckedHead } from '#circle/ledger/verdict.ts'
import { isHeadSigned } from '#contracts/ledger-faults.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import { toldResult } from '#contracts/told-result.ts'
import { hashText } from '#web/api/hash-text.ts'
import { checkedCheckpoint } from '#web/api/checkpoint.ts'
import { marksOf } from '#web/features/circle/day-code.ts'
import { verifyActs } from './verify-acts.ts'
import { heldHeads, heldJournals, readNotes } from './held-to.ts'
import { createLedgerParser } from './parse.ts'
import type { Done, FromWorker, ToWorker } from './worker-messages.ts'

// Verifies a ledger off the page's thread: hundreds of thousands of hashes would hold it up.

const say = (message: FromWorker) => postMessage(message)
let verifiedUpTo = 0
let knownBlocks: Uint8Array | null = null
let reader = createLedgerParser()
let isBroken = false

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'begin') {
    verifiedUpTo = data.verifiedUpTo
    knownBlocks = data.blocks
    reader = createLedgerParser(verifiedUpTo)
  } else if (data.kind === 'end')
    void verify(data).then(
      (done) => say({ kind: 'done', ...done }),
      () => say({ kind: 'unreadable' }),
    )
  else if (!isBroken) read(data.bytes)
})

function read(bytes: Uint8Array): void {
  try {
    say({ kind: 'progress', progress: { phase: 'reading', ...reader.push(bytes) } })
  } catch {
    isBroken = true
    say({ kind: 'unreadable' })
  }
}

async function verify({
  kept,
  chosen,
  day,
  shown,
  cosigned,
  boundTo,
  now,
  own,
  journal,
  terms,
  isTestClock,
}: Extract<ToWorker, { kind: 'end' }>): Promise<Done> {
  const { head, entries } = reader.end()
  const shownBy = { circleId: head.circle_id, boundTo }
  // A file chosen by hand is always compared.
  const heldTo = [...heldHeads(kept, shownBy), ...chosen].sort((a, b) => a.seq - b.seq)
  const [checkedHead, ...checkedKept] = await Promise.all([head, ...heldTo].map(checked))
  const witnesses = chosenWitnesses(entries, own ? [own.memberId] : [], hashText)
  const ofThisLog = (notes: readonly string[]) =>
    readNotes(notes, shownBy, (note) => checkedCheckpoint(note, head, witnesses))
  const { held, isUnreadable: isDayUnreadable } = await ofThisLog(day === null ? [] : [day.note])
  const [ofDay] = held
  const checkedCheckpoints = [
    ...(ofDay ? [ofDay] : []),
    ...(await ofThisLog(shown.filter((note) => note !== day?.note))).held,
    // A cosignature that the answer invented is said to be false elsewhere, and proves nothing here.
    ...(await ofThisLog(cosigned)).held.filter(({ isSigned, seenAt }) => isSigned && seenAt?.length),
  ]
  const isActSigned = await verifyActs(signedTexts(head.circle_id, entries, verifiedUpTo), verifiedUpTo)
  const { block, blocks } = openTree(sha256, entries as readonly LedgerEntry[], knownBlocks ?? undefined)
  const verdict = verifyLedger(
    {
      circleId: head.circle_id,
      entries,
      head: checkedHead!.head,
      kept: checkedKept.map((one) => one.head),
      checkpoints: { kept: checkedCheckpoints, sha256, block, isDayUnreadable },
      now,
      ...(isTestClock ? {} : { isFresh: true }),
      verifiedUpTo,
      ...(own ? { own } : {}),
      journals: heldJournals(journal, shownBy),
      ...(terms ? { terms } : {}),
    },
    {
      sha256: hashText,
      isActSigned,
      foresee,
      retell: toldResult,
      rowsOf: rowsOfCommand,
      onProgress: (done, total) => say({ kind: 'progress', progress: { phase: 'verifying', done, total } }),
    },
  )
  const code = ofDay && day ? (await marksOf(day)).code : null
  const verification = { verdict, head, heldTo, code, areSignaturesChecked: checkedHead!.isKnown }
  return { verification, blocks: verdict.faultsFound === 0 ? blocks() : null }
}

async function checked(head: SignedHead): Promise<{ head: CheckedHead; isKnown: boolean }> {
  const isSigned = await isHeadSigned(head)
  return { head: { ...head, isSigned: isSigned !== false }, isKnown: isSigned !== null }
}
