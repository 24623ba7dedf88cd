import { describe, expect, test } from 'vitest'
import { shortPlan } from './testing/walk.ts'
import { story } from './testing/story.ts'

describe('placing', () => {
  test('an occupied position is refused, naming the position and who holds it', () => {
    const told = story().members(2).place('m1', { position: 7 })
    const again = told.placing('m2', { position: 7 })
    expect(told.refusal(again)).toBe('queue.position_taken')
    expect(told.refusalDetails(again)).toEqual({ position: 7, memberId: 'm1' })
  })

  test('a member already in the queue is refused, naming where', () => {
    const told = story().members(1).place('m1', { position: 7 })
    const again = told.placing('m1', { position: 8 })
    expect(told.refusal(again)).toBe('queue.member_already_in')
    expect(told.refusalDetails(again)).toEqual({ position: 7 })
  })

  test('who is in the queue already hears so even when the position is taken too', () => {
    const told = story().members(2).placed()
    expect(told.refusal(told.placing('m1', { position: 2 }))).toBe('queue.member_already_in')
  })

  test('a member may hold one place in each queue', () => {
    const told = story().members(1).placed(1).placed(2).placed(3)
    expect([told.queue(1), told.queue(2), told.queue(3)]).toEqual(['1:m1', '1:m1', '1:m1'])
  })

  test.each([0, 101, -1, 1.5, Number.NaN])('position %s does not exist', (position) => {
    const told = story().members(1)
    expect(told.refusal(told.placing('m1', { position }))).toBe('queue.position_invalid')
  })

  test('positions 1 and 100 exist, and there is no fourth queue', () => {
    const told = story().members(3).place('m1', { position: 1 }).place('m2', { position: 100 })
    expect(told.queue()).toBe('1:m1 100:m2')
    expect(told.refusal({ kind: 'place', memberId: 'm3', level: 4 as never, position: 5, isReceiver: false })).toBe(
      'level.not_in_plan',
    )
  })

  test('asking for a receiver gives the role at once', () => {
    expect(story().members(2).place('m1').place('m2', { isReceiver: true }).queue()).toBe('1:m1 2:m2*')
  })

  test('only an approved member of the circle gets a place', () => {
    const told = story().members(1)
    expect(told.refusal(told.placing('stranger'))).toBe('member.not_in_circle')
    told.suspended('m1')
    expect(told.refusal(told.placing('m1'))).toBe('queue.member_not_approved')
  })

  test('a new place is a new need: what waited is matched', () => {
    const told = story().members(2).place('m1').pull()
    expect(told.waiting()).toEqual(['m1 PULL'])
    expect(told.place('m2').open()).toEqual(['m1→m2'])
  })
})

describe('removing', () => {
  test('the position becomes empty and nobody moves', () => {
    expect(story().members(3).placed().remove('m2').queue()).toBe('1:m1 3:m3')
  })

  test('a receiver’s unpaid donations are released and the next entry in order takes the role', () => {
    const told = story().members(4).placed().pull()
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m3 4:m4')
    expect(told.open()).toEqual(['m3→m1', 'm4→m1', 'm1→m2', 'm2→m1'])
    told.remove('m1')
    // m2, next in position, is receiving already, so the role goes to m3.
    expect(told.queue()).toBe('2:m2* 3:m3* 4:m4')
    expect(told.open()).toEqual(['m3→m2', 'm4→m2', 'm2→m3'])
    expect(told.happened('donation.cancelled').map((event) => event.reason)).toContain('receiver_removed')
  })

  test('behind the last entry the role wraps round to the first', () => {
    expect(story().members(3).place('m1').place('m2').place('m3', { isReceiver: true }).remove('m3').queue()).toBe(
      '1:m1* 2:m2',
    )
  })

  test('who was no receiver leaves no role behind', () => {
    const told = story().members(3).placed().remove('m2')
    expect(told.queue()).not.toContain('*')
    expect(told.happened('receiver.set')).toEqual([])
  })

  test('the last of a queue may go, and the role goes with it', () => {
    expect(story().members(1).place('m1', { isReceiver: true }).remove('m1').queue()).toBe('')
  })

  test('losing the N1 place cancels the unpaid PULL, open or waiting', () => {
    const open = story().members(3).placed().pull().remove('m3')
    expect(open.open()).toEqual(['m2→m1', 'm1→m2'])
    expect(open.happened('obligation.void').map(({ memberId, reason }) => `${memberId} ${reason}`)).toEqual([
      'm3 place_lost',
    ])
    expect(open.happened('donation.cancelled').map((event) => event.reason)).toEqual(['place_lost'])
    expect(story().members(1).placed().pull().remove('m1').waiting()).toEqual([])
  })

  test('other debts stay when the N1 place is lost', () => {
    const told = story({ plan: shortPlan }).members(3).placed().pull().everyonePays().upgrades('m1').remove('m1')
    expect([...told.state.obligations.values()].map((owed) => `${owed.memberId} ${owed.type}`)).toEqual([
      'm1 UPGRADE_N2',
      'm1 CASCADE_N1',
    ])
  })

  test('losing a place in another queue leaves the PULL alone', () => {
    const told = story().members(2).placed().place('m2', { level: 2 }).pull().remove('m2', 2)
    expect(told.open()).toEqual(['m2→m1', 'm1→m2'])
  })

  test('a donation whose receipt was sent stays, on either side', () => {
    const told = story().members(3).placed().pull().sendsReceipt('m3').remove('m3')
    expect(told.open()).toContain('m3→m1 sent')
    expect(told.remove('m1').open()).toContain('m3→m1 sent')
  })

  test('leaving the queue ends the turn: a later place begins a new one', () => {
    const told = story().members(4).placed().pull().paid('m2').sendsReceipt('m3').remove('m1').place('m1')
    expect(told.turn('m1')).toBe('none')
    expect(told.confirmedFor('m3').turn('m1')).toBe('none')
    expect(told.balance('m1')).toBe(200)
  })

  test('an entry that is not there is refused', () => {
    expect(story().refusal({ kind: 'remove', entryId: 'gone' })).toBe('queue.entry_not_found')
  })
})

describe('swapping', () => {
  test('the members exchange places', () => {
    const told = story().members(3).placed().swap('m1', 'm3')
    expect(told.queue()).toBe('1:m3 2:m2 3:m1')
    expect([told.passed('m1'), told.passed('m3')]).toEqual([[], []])
  })

  test.each([
    ['m1', 'm4'],
    ['m4', 'm1'],
  ])('the role stays with the position, and the former receiver’s unpaid donations are released (%s, %s)', (a, b) => {
    const told = story().members(4).placed().pull().swap(a, b)
    expect(told.queue()).toBe('1:m4* 2:m2* 3:m3 4:m1')
    expect(told.open()).toEqual(['m3→m4', 'm4→m2', 'm1→m2', 'm2→m4'])
    expect(told.happened('donation.cancelled').map((event) => event.reason)).toEqual(Array(3).fill('receiver_replaced'))
  })

  test('two receivers keep their turns and their donations', () => {
    const told = story().members(4).placed().pull()
    const before = told.open()
    told.swap('m1', 'm2')
    expect(told.queue()).toBe('1:m2* 2:m1* 3:m3 4:m4')
    expect(told.open()).toEqual(before)
  })

  test('an entry is not swapped with itself or with another queue', () => {
    const told = story().members(2).placed().place('m1', { level: 2 })
    const [n1, n2] = [told.entryId('m1'), told.entryId('m1', 2)]
    expect(told.refusal({ kind: 'swap', entryId: n1, otherEntryId: n1 })).toBe('queue.same_entry')
    expect(told.refusal({ kind: 'swap', entryId: n1, otherEntryId: n2 })).toBe('queue.other_queue')
    expect(told.refusal({ kind: 'swap', entryId: n1, otherEntryId: 'free' })).toBe('queue.entry_not_found')
  })
})

const gaps = () =>
  story()
    .members(4)
    .place('m1', { position: 2 })
    .place('m2', { position: 5 })
    .place('m3', { position: 6 })
    .place('m4', { position: 9 })

describe('moving to the end', () => {
  test('the occupied positions stay the same set, and those behind move up one occupied position each', () => {
    expect(gaps().toEnd('m2').queue()).toBe('2:m1 5:m3 6:m4 9:m2')
  })

  test('each member who moved ahead is remembered by the one moved, once', () => {
    const told = gaps().toEnd('m2')
    expect(told.passed('m2')).toEqual(['m3', 'm4'])
    expect(['m1', 'm3', 'm4'].map((memberId) => told.passed(memberId))).toEqual([[], [], []])
    expect(told.toEnd('m3').passed('m3')).toEqual(['m4', 'm2'])
    expect(told.toEnd('m2').passed('m2')).toEqual(['m3', 'm4'])
  })

  test('the last one stays, with the role', () => {
    const told = story().members(2).place('m1').place('m2', { isReceiver: true }).toEnd('m2')
    expect(told.queue()).toBe('1:m1 2:m2*')
    expect(told.events).toEqual([])
  })

  test('a receiver sent to the end gives the role to whoever comes next, and what was unpaid is released', () => {
    const told = story().members(4).placed().pull().toEnd('m1')
    expect(told.queue()).toBe('1:m2* 2:m3* 3:m4 4:m1')
    expect(told.open()).toEqual(['m3→m2', 'm4→m2', 'm1→m2', 'm2→m3'])
  })

  test('a turn survives the move and the loss of the role, and counts a confirmation that comes late', () => {
    const told = story().members(4).placed().pull().paid('m2').sendsReceipt('m3').toEnd('m1')
    expect(told.turn('m1')).toBe('1+1 of 3')
    expect(told.confirmedFor('m3').turn('m1')).toBe('2+0 of 3')
  })

  test('others may pass a receiver who is not moved: the role stays with the member', () => {
    expect(story().members(3).place('m1').place('m2', { isReceiver: true }).place('m3').toEnd('m1').queue()).toBe(
      '1:m2* 2:m3 3:m1',
    )
  })

  test('a member without a place in that queue is refused', () => {
    const told = story().members(2).place('m1')
    expect(told.refusal({ kind: 'move_to_end', memberId: 'm2', level: 1 })).toBe('queue.member_not_in_queue')
    expect(told.refusal({ kind: 'move_to_end', memberId: 'm1', level: 2 })).toBe('queue.member_not_in_queue')
  })
})

describe('reordering', () => {
  test('backwards to an occupied position: those between move up, and the moved one remembers them', () => {
    const told = story().members(5).placed().reorder('m2', 4)
    expect(told.queue()).toBe('1:m1 2:m3 3:m4 4:m2 5:m5')
    expect(told.passed('m2')).toEqual(['m3', 'm4'])
  })

  test('forwards to an occupied position: those between move back, and each remembers who passed', () => {
    const told = story().members(5).placed().reorder('m4', 2)
    expect(told.queue()).toBe('1:m1 2:m4 3:m2 4:m3 5:m5')
    expect(['m1', 'm2', 'm3', 'm4', 'm5'].map((memberId) => told.passed(memberId))).toEqual([
      [],
      ['m4'],
      ['m4'],
      [],
      [],
    ])
  })

  test('to a free position the entry simply goes there', () => {
    const told = story().members(3).placed().reorder('m1', 50)
    expect(told.queue()).toBe('2:m2 3:m3 50:m1')
    expect(told.passed('m1')).toEqual([])
  })

  test('only the range between the two positions shifts, gaps included', () => {
    expect(gaps().reorder('m1', 6).queue()).toBe('2:m2 5:m3 6:m1 9:m4')
  })

  test('a receiver moved forwards keeps the role and the donations', () => {
    const told = story().members(4).placed().pull()
    const before = told.open()
    expect(told.reorder('m2', 1).queue()).toBe('1:m2* 2:m1* 3:m3 4:m4')
    expect(told.open()).toEqual(before)
  })

  test('a receiver moved behind others gives the role to the first of them without one', () => {
    expect(
      story()
        .members(4)
        .place('m1', { isReceiver: true })
        .place('m2', { isReceiver: true })
        .place('m3')
        .place('m4')
        .reorder('m1', 3)
        .queue(),
    ).toBe('1:m2* 2:m3* 3:m1 4:m4')
    expect(
      story().members(2).place('m1', { isReceiver: true }).place('m2', { isReceiver: true }).reorder('m1', 2).queue(),
    ).toBe('1:m2* 2:m1')
  })

  test('to the place where it stands nothing happens', () => {
    expect(story().members(2).placed().reorder('m1', 1).events).toEqual([])
  })

  test.each([0, 101, 2.5])('position %s does not exist', (position) => {
    const told = story().members(1).placed()
    expect(told.refusal({ kind: 'reorder', entryId: told.entryId('m1'), position })).toBe('queue.position_invalid')
  })
})

describe('setting the receiver', () => {
  test('the role leaves one, whose unpaid donations are released with their age, and goes to the other', () => {
    const told = story().members(5).placed().pull()
    expect(told.open()).toEqual(['m3→m1', 'm4→m1', 'm5→m1', 'm1→m2', 'm2→m3'])
    told.setReceiver('m1', 'm4')
    expect(told.queue()).toBe('1:m1 2:m2* 3:m3* 4:m4* 5:m5')
    // Oldest first to the first receiver with a need: m2 had two left, m3 two, and nothing remains for m4 yet.
    expect(told.open()).toEqual(['m3→m2', 'm4→m2', 'm5→m3', 'm1→m2', 'm2→m3'])
  })

  test('a donation with a receipt stays with the former receiver', () => {
    const told = story().members(4).placed().pull().sendsReceipt('m3').setReceiver('m1', 'm4')
    expect(told.open()).toContain('m3→m1 sent')
  })

  test('the first must have the role, the second must not, and both stand in one queue', () => {
    const told = story()
      .members(3)
      .place('m1', { isReceiver: true })
      .place('m2', { isReceiver: true })
      .place('m3')
      .place('m3', { level: 2 })
    const [m1, m2, m3, other] = [told.entryId('m1'), told.entryId('m2'), told.entryId('m3'), told.entryId('m3', 2)]
    expect(told.refusal({ kind: 'set_receiver', entryId: m3, nextEntryId: m1 })).toBe('queue.not_receiver')
    expect(told.refusal({ kind: 'set_receiver', entryId: m1, nextEntryId: m2 })).toBe('queue.already_receiver')
    expect(told.refusal({ kind: 'set_receiver', entryId: m1, nextEntryId: m1 })).toBe('queue.same_entry')
    expect(told.refusal({ kind: 'set_receiver', entryId: m1, nextEntryId: other })).toBe('queue.other_queue')
  })
})

describe('the next receiver', () => {
  test('the role goes to the next occupied position without one', () => {
    const told = story()
      .members(4)
      .place('m1', { isReceiver: true })
      .place('m2', { isReceiver: true })
      .place('m3', { position: 9 })
      .place('m4', { position: 10 })
    expect(told.nextReceiver('m1').queue()).toBe('1:m1 2:m2* 9:m3* 10:m4')
  })

  test('behind the last position it wraps round', () => {
    const told = story().members(3).place('m1').place('m2').place('m3', { isReceiver: true })
    expect(told.refusal({ kind: 'next_receiver', entryId: told.entryId('m3') })).toBeNull()
    expect(told.nextReceiver('m3').queue()).toBe('1:m1* 2:m2 3:m3')
  })

  test('the unpaid donations of the former receiver are released', () => {
    const told = story().members(2).placed().place('m1', { level: 2, isReceiver: true }).pull()
    expect(told.open()).toEqual(['m2→m1', 'm1→m2'])
    expect(story().members(3).placed().pull().nextReceiver('m1').happened('donation.cancelled')).toHaveLength(2)
  })

  test('an entry without the role, or with nobody else to take it, is refused', () => {
    const told = story().members(1).place('m1')
    expect(told.refusal({ kind: 'next_receiver', entryId: told.entryId('m1') })).toBe('queue.not_receiver')
    const alone = story().members(2).place('m1', { isReceiver: true }).place('m2', { isReceiver: true })
    expect(alone.refusal({ kind: 'next_receiver', entryId: alone.entryId('m1') })).toBe('queue.no_next_receiver')
  })
})

describe('editing an entry', () => {
  test('gives the role, takes it, and moves, in one call', () => {
    const told = story().members(3).placed()
    const entryId = told.entryId('m1')
    expect(told.does({ kind: 'edit_entry', entryId, isReceiver: true, position: 9 }).queue()).toBe('2:m2 3:m3 9:m1*')
    expect(told.does({ kind: 'edit_entry', entryId, isReceiver: false }).queue()).toBe('2:m2 3:m3 9:m1')
    expect(told.does({ kind: 'edit_entry', entryId }).events).toEqual([])
  })

  test('moves to a free position only: a taken one is refused, naming its holder, and shifts nobody', () => {
    const told = story().members(3).placed()
    const toTaken = { kind: 'edit_entry', entryId: told.entryId('m1'), position: 3, isReceiver: true } as const
    expect(told.refusal(toTaken)).toBe('queue.position_taken')
    expect(told.refusalDetails(toTaken)).toEqual({ position: 3, memberId: 'm3' })
    expect(told.does({ ...toTaken, position: 1, isReceiver: false }).events).toEqual([])
    expect(told.refusal({ ...toTaken, position: 101 })).toBe('queue.position_invalid')
  })

  test('taking the role releases what is not paid, and it is matched again', () => {
    const told = story().members(2).placed().pull()
    told.does({ kind: 'edit_entry', entryId: told.entryId('m1'), isReceiver: false })
    expect(told.happened('donation.cancelled').map((event) => event.reason)).toEqual(['receiver_replaced'])
    // Only m1 can receive from m2, so the need of m1's running turn gives the role back.
    expect(told.open()).toEqual(['m2→m1', 'm1→m2'])
  })
})
