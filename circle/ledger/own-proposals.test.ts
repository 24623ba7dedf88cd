import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { closingText } from './endings.ts'
import { isShown, ownProposals } from './own-proposals.ts'
import { statesOf } from './shown-state.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A roda of four in its first month, in which one contribution was paid and a problem was told of another. */
function roda() {
  const told = rodaLedger()
  const { does, draw, entries, state } = told
  draw()
  does('cida', { kind: 'generate_pull' })
  const [paid, reported] = [...state().donations.values()]
  does(paid!.donorId, { kind: 'send_receipt', donationId: paid!.id, memberId: paid!.donorId, image: 'a'.repeat(64) })
  does(paid!.receiverId, { kind: 'confirm', donationId: paid!.id, by: { memberId: paid!.receiverId! } })
  const { id: donationId, receiverId } = reported!
  does(receiverId, { kind: 'report', reportId: 'r1', donationId, memberId: receiverId! })
  const touches = (memberId: string, donationIds: readonly string[] = []) =>
    ownProposals({ entries, stateAt: statesOf(entries) }, { memberId, donationIds }, sha256).length > 0
  return { ...told, touches, paid: paid!, reported: reported! }
}

describe('a proposal that waits in the ledger touches', () => {
  test('who would go, who gives or receives what is left out, and both of a case', () => {
    for (const proposing of ['depart', 'pause', 'case', 'appeal'] as const) {
      const { propose, touches, reported } = roda()
      const { id: donationId, donorId, receiverId } = reported
      const decision = { reportId: 'r1', donationId, outcome: 'cancel' } as const
      const commands: Record<typeof proposing, Command> = {
        depart: { kind: 'depart_member', memberId: donorId, how: 'suspended' },
        pause: { kind: 'pause_month', donationId },
        case: { kind: 'resolve_report', reportId: 'r1', resolution: 'RESOLVED', outcome: 'cancel' },
        appeal: { kind: 'decide_appeal', decision: 'CHANGED', ...decision },
      }
      propose('cida', commands[proposing], 'any')
      const isOfBoth = proposing !== 'depart'
      expect([proposing, touches(donorId, [donationId]), touches(receiverId!, [donationId])]).toEqual([
        proposing,
        true,
        isOfBoth,
      ])
      expect(touches('nobody', [])).toBe(false)
    }
  })

  test('whose place it moves, and who changes places with them', () => {
    const { propose, state, touches } = roda()
    const [first, second, third] = [...state().entries.values()]
    propose('cida', { kind: 'swap', entryId: first!.id, otherEntryId: second!.id }, 'change_queue')
    expect([first, second, third].map((place) => touches(place!.memberId))).toEqual([true, true, false])
  })

  test('who loses by an end, and nobody else', () => {
    const { write, state, touches, paid } = roda()
    const hashes = { bodyHash: 'body', actHash: sha256(closingText(state())) }
    write('cida', 'approval.proposed', { approvalId: 'p', change: 'close_circle', ...hashes })
    expect([touches(paid.donorId), touches(paid.receiverId!)]).toEqual([true, false])
  })

  test('whose place would go to a newcomer, who comes, who gives to it, and all who would lose by it', () => {
    const { does, propose, state, touches, write, paid } = roda()
    does('cida', { kind: 'approve_member', memberId: 'gil' })
    const of = { substituteId: 's', memberId: paid.receiverId!, newcomerId: 'gil' }
    const { given, received } = state().members.get(of.memberId)!
    const sums = { givenCents: given[1], receivedCents: received[1] }
    write(of.memberId, 'substitute.asked', {
      substituteId: 's',
      memberId: of.memberId,
      subjectId: 'gil',
      given: String(sums.givenCents),
      received: String(sums.receivedCents),
    })
    propose('cida', { kind: 'hand_over', ...of, ...sums }, 'hand_over')
    expect(['gil', 'cida', 'ana', 'bia', 'davi'].map((memberId) => touches(memberId))).toEqual(Array(5).fill(true))
    does('cida', { kind: 'approve_member', memberId: 'eva' })
    expect(touches('eva')).toBe(false)
  })

  test('is shown only as what it is, with its time, and with the no that the ledger has', () => {
    const shownAs = (changed: object, { objects = false, change = 'change_operator' } = {}) => {
      const { write, entries, wait } = roda()
      wait(1)
      write('cida', 'approval.proposed', { approvalId: 'p', change, bodyHash: 'b', actHash: 'a' })
      const at = Date.parse(entries.at(-1)!.at)
      if (objects) write('ana', 'approval.objected', { approvalId: 'p', memberId: 'ana' })
      const ledger = { entries, stateAt: statesOf(entries) }
      const [own] = ownProposals(ledger, { memberId: 'ana', donationIds: [] }, sha256)
      const honest = { id: 'p', change, hasObjected: objects, mayObject: true, dueAt: at + 72 * 3_600_000 }
      return isShown(own!, [{ ...honest, ...changed }])
    }
    expect([shownAs({}), shownAs({}, { objects: true }), shownAs({ dueAt: null })]).toEqual([true, true, true])
    const later = { dueAt: Date.UTC(2030, 0, 1) }
    for (const lie of [{ id: 'q' }, { change: 'change_queue' }, { mayObject: false }, { hasObjected: true }, later])
      expect(shownAs(lie), JSON.stringify(lie)).toBe(false)
    expect(shownAs({ hasObjected: false }, { objects: true })).toBe(false)
  })

  test('everybody who is in the circle, where it is about all, until it ends or its days are over', () => {
    for (const kind of ['approval.executed', 'approval.rejected', 'approval.withdrawn', 'approval.failed', null]) {
      const { write, touches, wait } = roda()
      write('cida', 'approval.proposed', { approvalId: 'p', change: 'change_operator', bodyHash: 'b', actHash: 'a' })
      expect([touches('ana'), touches('bia'), touches('stranger')]).toEqual([true, true, false])
      wait(kind ? 1 : 30 * 24)
      write('cida', kind ?? 'circle.registration_opened', kind ? { approvalId: 'p' } : {})
      expect(touches('ana')).toBe(false)
    }
  })
})
