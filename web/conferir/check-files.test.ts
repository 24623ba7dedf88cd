import { describe, expect, test } from 'vitest'
import type { CircleEvent } from '#circle/state.ts'
import { signedLedger } from '#circle/testing/signed-ledger.ts'
import { checkFiles } from './check-files.ts'
import type { Files } from './check-files.ts'

const NOW = Date.UTC(2030, 0, 1)

const check = (files: Partial<Files> & Pick<Files, 'ledger'>) => checkFiles({ own: [], proofs: [], ...files }, NOW)
/** All that m2 gave or is to get, as 'Meus dados' has it; `amount` of what they gave. */
const ownData = ({ entries, donationId }: ReturnType<typeof signedLedger>, amount: number) =>
  JSON.stringify({
    user: { id: 'm2' },
    donations: entries.flatMap(({ kind, payload }) => {
      const { donationId: id, donorId, receiverId, amountCents } = payload as Record<string, unknown>
      if (kind !== 'donation.matched' || ![donorId, receiverId].includes('m2')) return []
      const isPaid = id === donationId
      const status = isPaid ? 'CONFIRMED' : 'PENDING_PAYMENT'
      return [{ id, amount: isPaid ? amount : Number(amountCents) / 100, status, donorId, receiverId }]
    }),
  })

describe('the files of a ledger, on a device without a network', () => {
  test('hold where every rule does, with what their reader gave and received', async () => {
    const ledger = signedLedger()
    expect(await check({ ledger: ledger.text })).toMatchObject({ is: 'good' })
    const { is, sentences } = await check({ ledger: ledger.text, own: [ownData(ledger, 100)] })
    expect([is, sentences.at(-1)]).toEqual([
      'good',
      expect.stringMatching(/^Você doou R\$\s100,00 e recebeu R\$\s0,00\. As suas doações estão no livro\.$/),
    ])
  })

  test('are bad where an entry was altered, the end is signed by nobody, or one’s own data say otherwise', async () => {
    const ledger = signedLedger()
    const { text, donationId } = ledger
    const altered = await check({ ledger: text.replace('"amountCents":10000', '"amountCents":20000') })
    expect([altered.is, altered.sentences[1]]).toEqual(['bad', expect.stringContaining('foi alterado')])
    expect(await check({ ledger: text.replace(/"signature":"../, '"signature":"AA') })).toMatchObject({ is: 'bad' })
    const other = await check({ ledger: text, own: [ownData(ledger, 50)] })
    expect([other.is, other.sentences[1]]).toEqual(['bad', expect.stringContaining(donationId)])
  })

  test('are bad where a device kept the end of another past', async () => {
    const { head } = signedLedger()
    const proof = JSON.stringify({ ciranda_proof: 1, journal: null, heads: [head], checkpoints: [] })
    expect(await check({ ledger: signedLedger().text, proofs: [proof] })).toMatchObject({ is: 'good' })
    const { text } = signedLedger((events) => [
      ...events.slice(0, -1),
      { kind: 'member.reentry_allowed', memberId: 'm3' } as CircleEvent,
    ])
    const { is, sentences } = await check({ ledger: text, proofs: [proof] })
    expect([is, sentences.join(' ')]).toEqual(['bad', expect.stringContaining('reescrito')])
  })

  test('are not known where one of them is another file', async () => {
    const { text } = signedLedger()
    for (const files of [{ ledger: 'x' }, { ledger: text, own: ['{}'] }, { ledger: text, proofs: ['{}'] }])
      expect(await check(files)).toMatchObject({ is: 'unknown' })
  })
})
