import { describe, expect, test } from 'vitest'
import { findUnfinished } from './ending.ts'
import { whoseMatter } from './own-matter.ts'
import { presets } from './plan.ts'
import { isNewcomer } from './substitute.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A roda of five in its first month, in which m1 receives, and m6 who has no place. */
const roda = () =>
  story({ plan: { ...presets.rotativo, levels: [{ ...presets.rotativo.levels[0], required: 4 }] }, mode: 'real' })
    .members(5)
    .placed()
    .members(1)
const handing = (told: Story, memberId: string, newcomerId = 'm6') => {
  const { given, received } = told.state.members.get(memberId)!
  const sums = { givenCents: given[1], receivedCents: received[1] }
  return { kind: 'hand_over', substituteId: 's', memberId, newcomerId, ...sums } as const
}
const sumsOf = (told: Story, memberId: string) => {
  const { given, received } = told.state.members.get(memberId)!
  return [given[1], received[1]]
}
const months = (told: Story, count: number) => {
  for (let month = 0; month < count; month += 1) told.days(31).pull().everyonePays()
}

describe('a newcomer takes a place over', () => {
  test('with what it owes: the donation keeps its id, deadline and age, and only its donor changes', () => {
    const told = roda().pull().days(3)
    const before = [...told.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
    const owed = told.state.obligations.get(before.obligationId)!
    told.does(handing(told, 'm4'))
    expect(told.state.donations.get(before.id)).toEqual({ ...before, donorId: 'm6' })
    expect(told.state.obligations.get(owed.id)).toEqual({ ...owed, memberId: 'm6' })
    expect(told.events.map(({ kind }) => kind)).toEqual(['place.handed_over', 'donation.handed_over', 'member.left'])
    expect(told.findEntry('m4', 1)).toBeUndefined()
    expect(told.findEntry('m6', 1)!.position).toBe(4)
    expect(told.state.members.get('m4')!.status).toBe('left')
    // The place was asked this month already.
    expect(told.does({ kind: 'generate_pull' }).events.map(({ kind }) => kind)).toEqual(['pull.generated'])
  })

  test('with what is paid to it: role and turn go on, and every donation to it goes to the newcomer', () => {
    const told = roda().pull()
    const towards = [...told.state.donations.values()].filter(({ receiverId }) => receiverId === 'm1')
    const { turnId } = told.findEntry('m1', 1)!
    told.does(handing(told, 'm1'))
    expect(told.findEntry('m6', 1)).toMatchObject({ isReceiver: true, turnId, position: 1 })
    expect(told.state.turns.get(turnId!)).toMatchObject({ memberId: 'm6', confirmed: 0, open: towards.length })
    for (const { id, deadlineAt } of towards)
      expect(told.state.donations.get(id)).toMatchObject({ receiverId: 'm6', deadlineAt })
    told.everyonePays()
    expect(told.state.turns.has(turnId!)).toBe(false)
    expect(sumsOf(told, 'm6')[1]).toBe(4 * told.state.plan.levels[0].donationCents)
  })

  test('and is paid, also where who left had been passed over', () => {
    const told = roda().does({ kind: 'generate_pull', withoutConsent: ['m4'], unserved: true })
    expect(told.member('m4').isPassedOver).toBe(true)
    expect(told.does(handing(told, 'm4')).member('m6').isPassedOver).toBe(false)
  })

  test('with the place’s sums, so that the rotation still ends with everybody at zero', () => {
    const told = roda().pull().everyonePays()
    months(told, 1)
    const [before] = [sumsOf(told, 'm5')]
    told.does(handing(told, 'm5'))
    expect([sumsOf(told, 'm6'), sumsOf(told, 'm5')]).toEqual([before, [0, 0]])
    months(told, 2)
    expect(findUnfinished(told.state)).toBeNull()
    const [given, received] = sumsOf(told, 'm6')
    expect(given).toBe(received)
    expect(given).toBe(4 * told.state.plan.levels[0].donationCents)
  })

  test('and somebody who has received hands over what is still to be given', () => {
    const told = roda().pull().everyonePays()
    const [given, received] = sumsOf(told, 'm1')
    expect(received).toBeGreaterThan(given!)
    told.does(handing(told, 'm1'))
    expect(told.events.some(({ kind }) => kind === 'obligation.owed')).toBe(false)
    months(told, 3)
    expect(findUnfinished(told.state)).toBeNull()
  })

  test('with a month that was left out, which stays the later one', () => {
    const told = roda().pull()
    const donation = [...told.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
    told.does({ kind: 'pause_month', donationId: donation.id })
    const { deadlineAt } = told.state.donations.get(donation.id)!
    told.does(handing(told, 'm4'))
    expect(told.state.donations.get(donation.id)!.deadlineAt).toBe(deadlineAt)
    expect(told.state.members.get('m6')).toMatchObject({ pauses: 1, pausedRotation: 0 })
  })
})

test('who handed a place over comes back as somebody new, behind the others, and the rotation ends with everybody at zero', () => {
  const told = roda().pull()
  const donation = [...told.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
  told.does({ kind: 'pause_month', donationId: donation.id }).does(handing(told, 'm4'))
  told.does({ kind: 'reinstate_member', memberId: 'm4' })
  expect(told.state.members.get('m4')).toMatchObject({ status: 'approved', pauses: 0, ahead: [] })
  expect(sumsOf(told, 'm4')).toEqual([0, 0])
  told.place('m4', { position: 6 })
  // The month that the place was asked for went along with it; the new place is asked like every other.
  told.pull()
  expect(told.happened('obligation.owed')).toMatchObject([{ memberId: 'm4' }])
  told.everyonePays()
  for (let month = 0; month < 5 && findUnfinished(told.state); month += 1) told.days(31).pull().everyonePays()
  expect(findUnfinished(told.state)).toBeNull()
})

describe('a place stays where it is', () => {
  test('while a receipt of it waits, given or received, and where a case or a rejected receipt is about it', () => {
    const told = roda().pull()
    const donation = [...told.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
    const { id: donationId, receiverId } = donation
    told.does({ kind: 'send_receipt', donationId, memberId: 'm4' })
    expect(told.refusal(handing(told, 'm4'))).toBe('substitute.receipt_waits')
    expect(told.refusal(handing(told, receiverId!))).toBe('substitute.receipt_waits')
    told.does({ kind: 'reject_receipt', donationId, memberId: receiverId!, stays: true })
    expect(told.refusal(handing(told, 'm4'))).toBe('substitute.case_open')
    const reported = roda().pull()
    const open = [...reported.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
    reported.does({ kind: 'report', reportId: 'r', donationId: open.id, memberId: 'm4' })
    expect(reported.refusal(handing(reported, 'm4'))).toBe('substitute.case_open')
    reported.does({ kind: 'set_report_status', reportId: 'r', status: 'DISMISSED' })
    expect(reported.refusal(handing(reported, 'm4'))).toBe('substitute.case_open')
  })

  test('where who comes has a place, is not approved, is suspended, or took part before', () => {
    const told = roda()
    expect(told.refusal(handing(told, 'm4', 'm5'))).toBe('substitute.in_roda')
    expect(told.refusal(handing(told, 'm4', 'm4'))).toBe('substitute.in_roda')
    expect(told.refusal(handing(told, 'm4', 'm9'))).toBe('substitute.not_approved')
    expect(told.refusal(handing(told, 'm6', 'm6'))).toBe('substitute.no_place')
    told.does({ kind: 'depart_member', memberId: 'm6', how: 'suspended' })
    expect(told.refusal(handing(told, 'm4'))).toBe('substitute.suspended')
    const used = roda().pull().everyonePays()
    used.remove('m5')
    expect(used.refusal(handing(used, 'm4', 'm5'))).toBe('substitute.not_new')
    const asked = roda().pull().remove('m5')
    expect(asked.refusal(handing(asked, 'm4', 'm5'))).toBe('substitute.not_new')
  })

  test('where who comes is not new, each reason alone; who left is nobody new either', () => {
    const { state } = roda().pull()
    expect([...state.members.keys()].filter((id) => isNewcomer(state, id))).toEqual(['m6'])
    const newcomer = state.members.get('m6')!
    const as = (change: Partial<typeof newcomer>) => ({
      members: new Map(state.members).set('m6', { ...newcomer, ...change }),
    })
    const [donation] = [...state.donations.values()]
    const [owed] = [...state.obligations.values()]
    for (const change of [
      as({ status: 'suspended' }),
      as({ given: { ...newcomer.given, 1: 1 } }),
      as({ received: { ...newcomer.received, 1: 1 } }),
      { pulled: new Set([...state.pulled, '1:m6']) },
      { obligations: new Map(state.obligations).set('o', { ...owed!, memberId: 'm6' }) },
      { donations: new Map(state.donations).set('d', { ...donation!, donorId: 'm6' }) },
      { donations: new Map(state.donations).set('d', { ...donation!, receiverId: 'm6' }) },
    ] satisfies Partial<typeof state>[])
      expect(isNewcomer({ ...state, ...change }, 'm6'), Object.keys(change).join()).toBe(false)
    const told = roda().leaves('m6')
    expect(told.refusal(handing(told, 'm4'))).toBe('substitute.not_approved')
  })

  test('where its sums are not those that the two agreed on, and in a circle of several levels', () => {
    const told = roda().pull().everyonePays()
    expect(told.refusal({ ...handing(told, 'm4'), givenCents: 0 })).toBe('substitute.changed')
    expect(told.refusal({ ...handing(told, 'm1'), receivedCents: 0 })).toBe('substitute.changed')
    const levels = story().members(3).placed().members(1)
    expect(levels.refusal(handing(levels, 'm3', 'm4'))).toBe('substitute.not_here')
  })
})

test('whose place it is and who comes decide it in nobody’s name, and neither does who pays or is paid by it', () => {
  const told = roda().pull()
  const { receiverId } = [...told.state.donations.values()].find(({ donorId }) => donorId === 'm4')!
  const whose = whoseMatter(told.state, handing(told, 'm4'), told.now, () => [])
  expect([...whose].toSorted()).toEqual(['m4', 'm6', receiverId].toSorted())
})
