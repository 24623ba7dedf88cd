import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { queueOf } from '#circle/decision.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'

const suspend = (memberId: string): Command => ({ kind: 'depart_member', memberId, how: 'suspended' })

describe('an organiser who helps somebody, in the ledger', () => {
  test('decides nothing about whom they help, before and after the help alone', () => {
    const told = rodaLedger()
    told.draw()
    const help = { memberId: 'davi', helperId: 'cida' }
    told.write('olga', 'helper.named', { ...help, paper: 'ab'.repeat(32) })
    told.does('cida', suspend('davi'))
    expect(told.faults()).toContain('approval.own_matter')
    const after = rodaLedger()
    after.draw()
    after.write('olga', 'helper.named', { ...help, paper: 'ab'.repeat(32) })
    after.write('cida', 'helper.ended', help)
    after.does('cida', suspend('davi'))
    expect(after.faults()).not.toContain('approval.own_matter')
  })

  test('names nobody who does not administer: a fault', () => {
    const told = rodaLedger()
    told.write('bia', 'helper.named', { memberId: 'davi', helperId: 'ana', paper: 'ab'.repeat(32) })
    told.write('ana', 'helper.ended', { memberId: 'davi', helperId: 'ana' })
    expect(told.faults()).toEqual(['administrator.unknown', 'administrator.unsaid'])
  })
})

describe('an organiser who takes part, in the ledger', () => {
  test('runs the roda, and decides what is nobody’s own: no fault', () => {
    const told = rodaLedger()
    told.draw()
    told.does('cida', { kind: 'generate_pull' })
    const [last] = queueOf({ state: told.state() }, 1).toReversed()
    const stranger = [...told.state().donations.values()].find(
      ({ donorId, receiverId }) => ![donorId, receiverId].includes('cida'),
    )
    expect(last && told.faults()).toEqual([])
    if (stranger) told.does('olga', { kind: 'open_case', reportId: 'r', donationId: stranger.id })
    expect(told.faults()).toEqual([])
  })

  test('lets herself in; somebody invented does not, and is let in by whoever administers alone', () => {
    const told = rodaLedger()
    expect(told.faults()).toEqual([])
    told.does('eva', { kind: 'approve_member', memberId: 'eva' })
    expect(told.faults()).toEqual(['administrator.unknown'])
  })

  test.each([
    ['suspends herself', suspend('cida')],
    ['takes away somebody who stands before her', { kind: 'remove', entryId: 'first' }],
    ['moves herself', { kind: 'move_to_end', memberId: 'cida', level: 1 }],
  ] as [string, Command][])('%s: a fault of its own, whoever did not approve it', (_, command) => {
    const told = rodaLedger()
    told.draw()
    const [first] = queueOf({ state: told.state() }, 1)
    told.does('cida', command.kind === 'remove' ? { ...command, entryId: first!.id } : command)
    expect(told.faults()).toContain('approval.own_matter')
  })

  test('proposes her own, and another approves: no fault; after 72 hours alone, one', () => {
    const command = suspend('cida')
    const approved = rodaLedger()
    approved.draw()
    const proposal = approved.propose('cida', command, 'suspend_member')
    proposal.approved('olga')
    proposal.executed('olga')
    expect(approved.faults()).toEqual([])
    const waited = rodaLedger({ administrators: 'cida' })
    waited.draw()
    const alone = waited.propose('cida', command, 'suspend_member')
    waited.wait(80)
    alone.executed(null)
    expect(waited.faults()).toEqual(['approval.own_matter'])
  })

  test('approves what another proposed about her: a fault', () => {
    const told = rodaLedger()
    told.draw()
    const proposal = told.propose('olga', suspend('cida'), 'suspend_member')
    proposal.approved('cida')
    proposal.executed('cida')
    expect(told.faults()).toEqual(['approval.own_matter'])
  })

  test('asks for another key of somebody who owes her or whom she owes: a fault', () => {
    const told = rodaLedger()
    told.draw()
    told.does('cida', { kind: 'generate_pull' })
    const donation = [...told.state().donations.values()].find(({ donorId, receiverId }) =>
      [donorId, receiverId].includes('cida'),
    )!
    const other = donation.donorId === 'cida' ? donation.receiverId : donation.donorId
    told.write('cida', 'payment_key.change_asked', {
      memberId: other,
      commitment: 'c',
      by: 'administration',
      holdsAt: 'h',
    })
    expect(told.faults()).toEqual(['approval.own_matter'])
  })

  test('makes the first order by hand, or never said that she takes part: faults', () => {
    const byHand = rodaLedger()
    byHand.does('cida', { kind: 'place', memberId: 'ana', level: 1, position: 1, isReceiver: false })
    expect(byHand.faults()).toEqual(['queue.first_by_hand'])
    const unsaid = rodaLedger({ says: false })
    unsaid.does('cida', { kind: 'generate_pull' })
    expect(unsaid.faults()).toContain('administrator.unsaid')
  })
})

describe('the order that was drawn, before the first month', () => {
  const again = (memberId: string): Command => ({ kind: 'place', memberId, level: 1, position: 9, isReceiver: false })

  test('is not turned by taking people away and placing them again behind a friend', () => {
    const told = rodaLedger()
    told.draw()
    const [, second] = queueOf({ state: told.state() }, 1)
    told.does('olga', { kind: 'remove', entryId: second!.id })
    told.does('olga', again(second!.memberId))
    expect(told.faults()).toEqual(['queue.first_by_hand'])
  })

  test('… nor by suspending them, or making them leave in nobody’s name', () => {
    const told = rodaLedger()
    told.draw()
    told.does('olga', suspend('ana'))
    told.does('olga', { kind: 'reinstate_member', memberId: 'ana' })
    told.does('olga', again('ana'))
    expect(told.faults()).toEqual(['approval.missing'])
    const asNobody = rodaLedger()
    asNobody.draw()
    asNobody.does(null, { kind: 'depart_member', memberId: 'ana', how: 'left' })
    expect(asNobody.faults()).toContain('member.made_to_leave')
  })
})

describe('somebody new in the middle of a rotation, who would be served before the last', () => {
  const newcomer: Command = { kind: 'place', memberId: 'eva', level: 1, position: 9, isReceiver: false }
  const begun = () => {
    const told = rodaLedger({ administrators: 'cida,olga,rui' })
    told.draw()
    told.does('cida', { kind: 'generate_pull' })
    told.does('olga', { kind: 'approve_member', memberId: 'eva' })
    return told
  }

  test('is placed by two people, also behind all others', () => {
    const alone = begun()
    alone.does('olga', newcomer)
    expect(alone.faults()).toEqual(['approval.missing'])
    const two = begun()
    const proposal = two.propose('olga', newcomer, 'change_queue')
    proposal.approved('rui')
    proposal.executed('rui')
    expect(two.faults()).toEqual([])
  })
})

describe('who was removed from the administration', () => {
  test('decides no more, but for what waited for the circle in that very moment', () => {
    const told = rodaLedger()
    told.write('cida', 'administrator.removed', { userId: 'olga', role: 'ADMIN' })
    told.does('olga', { kind: 'approve_member', memberId: 'eva' })
    expect(told.faults()).toEqual([])
    told.wait(1)
    told.does('olga', { kind: 'approve_member', memberId: 'gil' })
    told.write('olga', 'circle.calendar_set', { day: '5', hour: '9' })
    expect(told.faults()).toEqual(['administrator.unknown', 'administrator.unknown'])
  })
})

describe('a case of a donation that it alone kept open', () => {
  /** Somebody says that a payment did not come, and leaves. */
  function disputed() {
    const told = rodaLedger({ administrators: 'cida,olga,rui' })
    told.does(null, { kind: 'apply_draw', drawId: 'd', memberIds: ['bia', 'ana', 'davi', 'cida'] })
    told.does('cida', { kind: 'generate_pull' })
    const { id, donorId, receiverId } = [...told.state().donations.values()].find(
      (one) => one.donorId !== 'cida' && one.receiverId !== 'cida',
    )!
    told.does(donorId, { kind: 'send_receipt', donationId: id, memberId: donorId })
    told.does(receiverId, { kind: 'reject_receipt', donationId: id, memberId: receiverId!, stays: true })
    told.does(receiverId, { kind: 'depart_member', memberId: receiverId!, how: 'left' })
    const reportId = [...told.state().reports.keys()][0]!
    return { told, keep: { kind: 'resolve_report', reportId, resolution: 'REJECTED', outcome: 'keep' } as const }
  }

  test('takes two people to end, for its donation ends with it: also where the decision says that it is kept', () => {
    const alone = disputed()
    alone.told.does('olga', alone.keep)
    expect(alone.told.faults()).toEqual(['approval.missing'])
    const status = disputed()
    const { reportId } = status.keep
    status.told.does('olga', { kind: 'set_report_status', reportId, status: 'DISMISSED' })
    expect(status.told.faults()).toEqual(['approval.missing'])
    const two = disputed()
    const proposal = two.told.propose('olga', two.keep, 'resolve_report')
    proposal.approved('rui')
    proposal.executed('rui')
    expect(two.told.faults()).toEqual([])
  })
})

describe('a place with which a friend would take everybody’s money out of the roda', () => {
  /** Everybody has paid Cida, or is to, and Gil has come in, who has given nothing. */
  const served = ({ pays = true, rules }: { pays?: boolean; rules?: number } = {}) => {
    const told = rodaLedger({ administrators: 'cida,olga,rui', ...(rules === undefined ? {} : { rules }) })
    told.draw()
    told.does('olga', { kind: 'approve_member', memberId: 'gil' })
    told.does('olga', { kind: 'generate_pull' })
    if (pays)
      for (const { id: donationId, donorId, receiverId } of told.state().donations.values()) {
        told.does(donorId, { kind: 'send_receipt', donationId, memberId: donorId, image: 'a'.repeat(64) })
        told.does(receiverId, { kind: 'confirm', donationId, by: { memberId: receiverId! } })
      }
    const over = (memberId: string): Command => {
      const { given, received } = told.state().members.get(memberId)!
      const sums = { givenCents: given[1], receivedCents: received[1] }
      return { kind: 'hand_over', substituteId: 's', memberId, newcomerId: 'gil', ...sums }
    }
    const [first, , third] = queueOf({ state: told.state() }, 1)
    return { ...told, over, friend: first!.memberId, other: third!.memberId }
  }

  test('goes to somebody new by two people: decided by one, it is found', () => {
    const one = served()
    one.does('olga', one.over(one.friend))
    expect(one.faults()).toEqual(['approval.missing'])
    const two = served()
    const proposal = two.propose('olga', two.over(two.friend), 'hand_over')
    proposal.approved('rui')
    proposal.executed('rui')
    expect(two.faults()).toEqual([])
  })

  test('… also before the money that is on its way to it has come', () => {
    const told = served({ pays: false })
    told.does('olga', told.over(told.friend))
    expect(told.faults()).toEqual(['approval.missing'])
  })

  test('… and on the approval of just that, not of another change, nor of nobody', () => {
    const other = served()
    const proposal = other.propose('olga', other.over(other.friend), 'suspend_member')
    proposal.approved('rui')
    proposal.executed('rui')
    expect(other.faults()).toEqual(['approval.missing'])
    const alone = served()
    const early = alone.propose('olga', alone.over(alone.friend), 'hand_over')
    alone.wait(80)
    early.executed(null)
    // Rui could have approved it.
    expect(alone.faults()).toEqual(['approval.unfounded'])
  })

  test('one that gave as much as it received is decided by one, as in every ledger founded before these rules', () => {
    const even = served()
    even.does('olga', even.over(even.other))
    expect(even.faults()).toEqual([])
    const before = served({ rules: 4 })
    before.does('olga', before.over(before.friend))
    expect(before.faults()).toEqual([])
  })
})
