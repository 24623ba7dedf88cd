import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { headText } from '#circle/ledger/entry.ts'
import { rodaPlan } from '#circle/plan.ts'
import type { CircleEvent } from '#circle/state.ts'
import { chained } from './ledger.ts'
import { story } from './story.ts'

const CIRCLE = '0190a1b2-0000-7000-8000-000000000001'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const log = generateKeyPairSync('ed25519')

/** A demonstration's ledger as somebody downloads it, of three people of whom m2 paid m1; `change` tells another. */
export function signedLedger(change: (events: CircleEvent[]) => CircleEvent[] = (events) => events) {
  const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 2 }) })
  const events = [...told.events]
  const keep = () => events.push(...told.events)
  for (const memberId of ['m1', 'm2', 'm3']) {
    told.does({ kind: 'approve_member', memberId })
    keep()
    told.place(memberId)
    keep()
  }
  told.pull()
  keep()
  const { id: donationId } = told.donation('m2→m1')
  told.does({ kind: 'send_receipt', donationId, memberId: 'm2', image: 'c'.repeat(64) })
  keep()
  told.does({ kind: 'confirm', donationId, by: { memberId: 'm1' } })
  keep()
  const entries = chained(CIRCLE, change(events), sha256)
  const { seq, hash, at } = entries.at(-1)!
  const end = { circle_id: CIRCLE, seq, hash, at }
  const signature = sign(null, Buffer.from(headText(end)), log.privateKey).toString('base64url')
  const head = { ...end, key: log.publicKey.export({ format: 'jwk' }).x!, signature }
  return { entries, head, donationId, text: [{ head }, ...entries].map((line) => JSON.stringify(line)).join('\n') }
}
