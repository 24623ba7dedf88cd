import { describe, expect, test } from 'vitest'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { originOf } from '#circle/ledger/checkpoint.ts'
import type { LedgerFaultCode } from '#circle/ledger/verdict.ts'
import { ledgerFaultSentences } from '#contracts/ledger-faults.ts'
import { isExplainedByNewer } from './explained.ts'
import { heldHeads, heldNotes, readNotes } from './held-to.ts'

const head = (circle_id: string): SignedHead => ({ circle_id, seq: 9, hash: 'h', at: 't', key: 'k', signature: 's' })
const note = (circleId: string) => ({ origin: originOf(circleId), size: 9, root: new Uint8Array(32), isSigned: true })

describe('things kept on a device', () => {
  const heads = [head('roda'), head('vizinha'), head('copia')]

  test('are held to a copy of the circle under another id, which somebody of a real circle is shown', () => {
    const shown = { circleId: 'copia', boundTo: 'roda' }
    expect(heldHeads(heads, shown).map(({ circle_id }) => circle_id)).toEqual(['roda', 'copia'])
    expect(heldNotes([note('roda'), note('vizinha')], shown)).toEqual([note('roda')])
  })

  test('are held beside a note of the day that is none: it is told, and hides nothing', async () => {
    const read = async (text: string) =>
      text === 'roda' ? note('roda') : Promise.reject(new Error('Not a checkpoint'))
    const shown = { circleId: 'roda', boundTo: null }
    expect(await readNotes(['roda', 'estragado'], shown, read)).toEqual({ held: [note('roda')], isUnreadable: true })
    expect((await readNotes(['roda'], shown, read)).isUnreadable).toBe(false)
  })

  test('say nothing of other people’s circles, nor of a demonstration that began anew', () => {
    const shown = { circleId: 'vizinha', boundTo: null }
    expect(heldHeads(heads, shown).map(({ circle_id }) => circle_id)).toEqual(['vizinha'])
    expect(heldNotes([note('roda')], shown)).toEqual([])
  })
})

describe('a newer version', () => {
  const explains = (...codes: LedgerFaultCode[]) =>
    isExplainedByNewer({ faults: codes.map((code) => ({ code })), faultsFound: codes.length })

  test('explains what this page does not know yet', () => {
    expect(explains('rules.unknown_kind', 'signature.unreadable')).toBe(true)
    expect(explains('terms.differ')).toBe(true)
  })

  test('explains no past rewritten or cut, no other key or circle, nothing of one’s own, and nothing beside it', () => {
    const never = Object.keys(ledgerFaultSentences).filter((code) =>
      /^(entry|head|kept|checkpoint|own|books|consent|approval|key|payment|terms\.(mode|closed))/.test(code),
    ) as LedgerFaultCode[]
    expect(never.length).toBeGreaterThan(40)
    for (const code of never) {
      expect(explains(code), code).toBe(false)
      expect(explains('rules.unknown_kind', code), code).toBe(false)
    }
    expect(isExplainedByNewer({ faults: [{ code: 'rules.unknown_kind' }], faultsFound: 101 })).toBe(false)
  })
})
