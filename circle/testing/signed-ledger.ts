import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type { Command } from '#circle/circle.ts'
import { headText } from '#circle/ledger/entry.ts'
import { rodaPlan } from '#circle/plan.ts'
import type { CircleEvent } from '#circle/state.ts'
import { chained } from './ledger.ts'
import { story } from './story.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const log = generateKeyPairSync('ed25519')

/** Three people of whom m2 owes m1 R$ 100: what happened so far, the donation, and what makes more happen. */
export function owingRoda() {
  const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 2 }) })
  const events = [...told.events]
  const keep = () => events.push(...told.events)
  const does = (command: Command) => {
    told.does(command)
    keep()
  }
  for (const memberId of ['m1', 'm2', 'm3']) {
    does({ kind: 'approve_member', memberId })
    told.place(memberId)
    keep()
  }
  told.pull()
  keep()
  return { does, events, donationId: told.donation('m2→m1').id }
}

/** A demonstration's ledger as somebody downloads it, of three people of whom m2 paid m1; `change` tells another. */
export function signedLedger(change: (events: CircleEvent[]) => CircleEvent[] = (events) => events) {
  const { does, events, donationId } = owingRoda()
  does({ kind: 'send_receipt', donationId, memberId: 'm2', image: 'c'.repeat(64) })
  does({ kind: 'confirm', donationId, by: { memberId: 'm1' } })
  const entries = chained(CIRCLE, change(events), sha256)
  const { seq, hash, at } = entries.at(-1)!
  const end = { circle_id: CIRCLE, seq, hash, at }
  const signature = sign(null, Buffer.from(headText(end)), log.privateKey).toString('base64url')
  const head = { ...end, key: log.publicKey.export({ format: 'jwk' }).x!, signature }
  return { entries, head, donationId, text: [{ head }, ...entries].map((line) => JSON.stringify(line)).join('\n') }
}
