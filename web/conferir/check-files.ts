import { sha256 } from '@noble/hashes/sha2.js'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { chosenWitnesses } from '#circle/ledger/member-words.ts'
import { signedTexts, verifyLedger } from '#circle/ledger/verify.ts'
import type { LedgerVerdict } from '#circle/ledger/verdict.ts'
import { isHeadSigned, ledgerFaultSentence } from '#contracts/ledger-faults.ts'
import { readLedger, readOwnData, readProof } from '#contracts/ledger-files.ts'
import { centsText } from '#contracts/money-text.ts'
import { checkedNote } from '#web/api/checkpoint.ts'
import { hashText } from '#web/api/hash-text.ts'
import { verifyActs } from '#web/features/ledger/verify-acts.ts'
import { unknown } from './check.ts'
import type { Verdict } from './check.ts'

/** The texts of files that their reader took along: a ledger, people's own data, and proofs that devices kept. */
export type Files = { readonly ledger: string; readonly own: readonly string[]; readonly proofs: readonly string[] }

const FAULTS_SHOWN = 10

/**
 * Verifies a downloaded ledger by the very rules, without a network, and holds it to whatever else its reader brought. `now`: epoch
 * ms of this device.
 */
export async function checkFiles(files: Files, now: number): Promise<Verdict> {
  const ledger = attempt(() => readLedger(files.ledger))
  const own = attempt(() => files.own.map(readOwnData))
  const proofs = attempt(() => files.proofs.map(readProof))
  if (!ledger) return unknown('O arquivo em “Livro baixado” não é um livro baixado da Ciranda.')
  if (!own) return unknown('O arquivo dos seus dados não é o que se baixa em “Meus dados”.')
  if (!proofs) return unknown('O arquivo da prova não é o que se guarda com “Guardar a prova”.')
  const { head, entries } = ledger
  const heads = [head, ...proofs.flatMap((one) => one.heads)]
  const signed = await Promise.all(heads.map(checkedHead))
  if (signed.some((one) => one === null)) return unknown('Este navegador não sabe conferir assinaturas.')
  const [end, ...kept] = signed as NonNullable<(typeof signed)[number]>[]
  const journals = proofs.flatMap((one) => one.journals)
  const readers = [...own, ...journals].map(({ memberId }) => memberId)
  const witnesses = chosenWitnesses(entries, readers, hashText)
  const notes = proofs.flatMap((one) => one.checkpoints)
  const checkpoints = await Promise.all(notes.map((note) => checkedNote(note, head, witnesses)))
  const [mine, ...others] = own
  const verdict = verifyLedger(
    {
      circleId: head.circle_id,
      entries,
      head: end!,
      kept,
      checkpoints: { kept: checkpoints, sha256 },
      now,
      ...(mine ? { own: mine } : {}),
      others,
      journals,
    },
    { sha256: hashText, isActSigned: await verifyActs(signedTexts(head.circle_id, entries)) },
  )
  return told(verdict)
}

function told({ entries, faults, faultsFound, own, signatures }: LedgerVerdict): Verdict {
  const sentences = [`O livro tem ${entries} lançamentos.`]
  if (faultsFound > 0) {
    const shown = faults.slice(0, FAULTS_SHOWN).map(ledgerFaultSentence)
    const more = faultsFound - shown.length
    return { is: 'bad', sentences: [...sentences, ...shown, ...(more > 0 ? [`E mais ${more}.`] : [])] }
  }
  if (signatures) sentences.push(`Atos assinados no aparelho de quem fez: ${signatures.signed}.`)
  if (own)
    sentences.push(
      `Você doou ${centsText(own.givenCents)} e recebeu ${centsText(own.receivedCents)}. As suas doações estão no livro.`,
    )
  return { is: 'good', sentences }
}

async function checkedHead(head: SignedHead) {
  const isSigned = await isHeadSigned(head)
  return isSigned === null ? null : { ...head, isSigned }
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
