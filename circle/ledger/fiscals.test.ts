import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { FISCALS_MAX, openFiscals } from './fiscals.ts'

const SIGNED = { signature: {} }
const suspend: Command = { kind: 'depart_member', memberId: 'davi', how: 'suspended' }
const resolve: Command = { kind: 'resolve_report', reportId: 'r', resolution: 'RESOLVED', outcome: 'confirm' }

type Told = ReturnType<typeof rodaLedger>

/** Cida alone administers, and takes part with Ana, Bia and Davi; Bia is named, and these confirm her. */
function withFiscal(by = ['cida', 'ana', 'davi'], rules?: number, administrators = 'cida', isDrawn = true): Told {
  const told = rodaLedger({ administrators, ...(rules === undefined ? {} : { rules }) })
  told.write('cida', 'fiscal.named', { memberId: 'bia' })
  for (const memberId of by) word(told, memberId)
  if (isDrawn) told.draw()
  return told
}

const word = ({ write }: Told, memberId: string, kind = 'fiscal.confirmed', more: object = SIGNED) =>
  write(memberId, kind, { memberId, subjectId: 'bia', ...more })

function decides(told: Told, how: { hours?: number; signed?: object; by?: string } = {}): string[] {
  const { hours = 1, signed = SIGNED, by = 'bia' } = how
  const proposal = told.propose('cida', suspend, 'suspend_member')
  told.wait(hours)
  if (hours < 72) proposal.approved(by, signed)
  proposal.executed(hours < 72 ? by : null)
  return told.faults()
}

describe('a fiscal, in the ledger', () => {
  test('confirmed by more than half of the members is the second person, by their signature', () => {
    expect(decides(withFiscal())).toEqual([])
    expect(decides(withFiscal(), { signed: {} })).toEqual(['approval.unfounded'])
  })

  test('whom half of the members confirmed, or nobody named, is no second person', () => {
    expect(decides(withFiscal(['cida', 'ana']))).toEqual(['approval.unfounded'])
    expect(decides(withFiscal(), { by: 'ana' })).toEqual(['approval.unfounded'])
  })

  test('is said to organise by nobody but whoever administers: so no fiscal is put aside', () => {
    const told = withFiscal()
    told.write('bia', 'administrator.participates', { memberId: 'bia' })
    expect(told.faults()).toContain('administrator.unknown')
  })

  test('ends by the words of more than half, by their own, by leaving and by coming to administer', () => {
    const ended = withFiscal()
    for (const memberId of ['ana', 'davi']) word(ended, memberId, 'fiscal.unconfirmed')
    expect(decides(ended)).toEqual([])
    const over = withFiscal()
    for (const memberId of ['ana', 'davi', 'cida']) word(over, memberId, 'fiscal.unconfirmed')
    expect(decides(over)).toEqual(['approval.unfounded'])
    const resigned = withFiscal()
    resigned.write('bia', 'fiscal.resigned', { memberId: 'bia' })
    expect(decides(resigned)).toEqual(['approval.unfounded'])
    const read = openFiscals()
    const at = '2026-11-25T12:00:00.000Z'
    for (const [kind, memberId] of [
      ['member.approved', 'ana'],
      ['member.approved', 'bia'],
      ['fiscal.named', 'bia'],
      ['administrator.participates', 'bia'],
    ] as const)
      read.read({ at, kind, payload: { memberId }, actor_id: 'cida' })
    expect([read.standing(), read.members()]).toEqual([[], 2])
  })

  test('may be somebody whose help of whoever organises ended as that person left: they organise, and are helped by nobody', () => {
    const read = openFiscals()
    const tell = (kind: string, payload: object) =>
      read.read({ at: '2026-11-25T12:00:00.000Z', kind, payload: { ...payload }, actor_id: 'cida' })
    for (const memberId of ['ana', 'bia', 'cida']) tell('member.approved', { memberId })
    tell('circle.administrators_named', { userIds: 'cida' })
    tell('helper.named', { memberId: 'bia', helperId: 'cida' })
    expect(tell('fiscal.named', { memberId: 'bia' })).toBe('fiscal.named_wrongly')
    tell('member.left', { memberId: 'cida' })
    expect(tell('fiscal.named', { memberId: 'bia' })).toBeNull()
  })

  test('is named no more once whoever named them says so, before more than half confirmed and not after', () => {
    const told = withFiscal(['cida', 'ana'])
    told.write('cida', 'fiscal.withdrawn', { memberId: 'bia' })
    word(told, 'davi')
    expect(decides(told)).toEqual(['fiscal.not_theirs', 'approval.unfounded'])
    const late = withFiscal()
    late.write('cida', 'fiscal.withdrawn', { memberId: 'bia' })
    expect(decides(late)).toEqual(['fiscal.withdrawn_wrongly'])
    const strangers = withFiscal(['ana'])
    strangers.write('ana', 'fiscal.withdrawn', { memberId: 'bia' })
    expect(strangers.faults()).toEqual(['fiscal.withdrawn_wrongly', 'administrator.unknown'])
  })

  test('whom the members confirmed is put aside by no naming as a helper, of one who organises or by them', () => {
    for (const [memberId, helperId] of [
      ['cida', 'bia'],
      ['bia', 'cida'],
    ]) {
      const told = withFiscal()
      told.write('cida', 'helper.named', { memberId, helperId, paper: 'ab'.repeat(32) })
      expect(decides(told, { hours: 73 })).toEqual(['fiscal.withdrawn_wrongly', 'approval.unfounded'])
      const named = withFiscal(['cida', 'ana'])
      named.write('cida', 'helper.named', { memberId, helperId, paper: 'ab'.repeat(32) })
      expect(decides(named, { hours: 73 })).toEqual([])
    }
  })

  test('is suspended by one person alone no more than others with a stake, though nothing was asked yet', () => {
    const command = { ...suspend, memberId: 'bia' }
    const alone = withFiscal(undefined, undefined, 'cida', false)
    alone.does('cida', command)
    expect(alone.faults()).toEqual(['approval.missing'])
    const named = withFiscal(['cida', 'ana'], undefined, 'cida', false)
    named.does('cida', command)
    expect(named.faults()).toEqual([])
    const waited = withFiscal()
    const proposal = waited.propose('cida', command, 'suspend_member')
    waited.wait(73)
    proposal.executed(null)
    expect(waited.faults()).toEqual([])
  })

  test('takes the 72 hours from whoever organises alone, unless it is the fiscal’s own matter', () => {
    expect(decides(withFiscal(), { hours: 73 })).toEqual(['approval.unfounded'])
    expect(decides(withFiscal(['cida', 'ana']), { hours: 73 })).toEqual([])
    const own = withFiscal()
    const proposal = own.propose('cida', { ...suspend, memberId: 'bia' }, 'suspend_member')
    own.wait(73)
    proposal.executed(null)
    expect(own.faults()).toEqual([])
    expect(decides(withFiscal(undefined, 4), { hours: 73 })).toEqual([])
  })

  test('never approves in their own matter', () => {
    const told = withFiscal()
    const proposal = told.propose('cida', { ...suspend, memberId: 'bia' }, 'suspend_member')
    proposal.approved('bia', SIGNED)
    proposal.executed('bia')
    expect(told.faults()).toEqual(['approval.own_matter'])
  })

  test('decides an appeal under their signature, and somebody else who does not administer never does', () => {
    expect(appealDecided('bia', SIGNED)).toEqual([])
    expect(appealDecided('bia', {})).toEqual(['fiscal.unsigned'])
    expect(appealDecided('davi', SIGNED)).toEqual(['administrator.unknown', 'administrator.unsaid'])
  })

  test('decides the case of whoever organises alone, under their signature, and no other case', () => {
    expect(caseDecided({ of: 'cida' })).toEqual([])
    expect(caseDecided({ of: 'cida', more: {} })).toEqual(['fiscal.unsigned'])
    expect(caseDecided({ of: 'others' })).toEqual(['administrator.unknown'])
    // Olga administers too, and it is no matter of hers.
    expect(caseDecided({ of: 'cida', administrators: 'cida,olga' })).toEqual(['administrator.unknown'])
  })

  test('proposes what moves money in such a case, and it waits 72 hours where nobody else could approve', () => {
    expect(caseDecided({ of: 'cida', outcome: 'cancel' })).toEqual(['approval.missing'])
    expect(caseDecided({ of: 'cida', outcome: 'cancel', hours: 73 })).toEqual([])
    expect(caseDecided({ of: 'cida', outcome: 'cancel', hours: 70 })).toEqual(['approval.unfounded'])
  })

  test('decides nothing else of the administration’s', () => {
    const told = withFiscal()
    told.does('bia', { kind: 'generate_pull' }, SIGNED)
    expect(told.faults()).toEqual(['administrator.unknown', 'administrator.unsaid'])
  })

  test('is nobody who helps the organiser, or whom the organiser helps', () => {
    const helped = openFiscals()
    const tell = (kind: string, payload: Record<string, unknown>) =>
      helped.read({ at: '2026-11-25T12:00:00.000Z', kind, payload, actor_id: 'cida' })
    for (const memberId of ['cida', 'ana', 'bia', 'davi']) tell('member.approved', { memberId })
    tell('circle.administrators_named', { userIds: 'cida' })
    tell('helper.named', { memberId: 'cida', helperId: 'ana' })
    expect([tell('fiscal.named', { memberId: 'ana' }), tell('fiscal.named', { memberId: 'bia' })]).toEqual([
      'fiscal.named_wrongly',
      null,
    ])
    tell('helper.named', { memberId: 'bia', helperId: 'cida' })
    expect(helped.standing()).toEqual([])
  })

  test('is named by whoever administers, at most five at once, and confirmed by others who are members', () => {
    const stranger = rodaLedger({ administrators: 'cida' })
    stranger.write('ana', 'fiscal.named', { memberId: 'bia' })
    expect(stranger.faults()).toEqual(['administrator.unknown'])
    const wrong = rodaLedger({ administrators: 'cida' })
    for (const memberId of ['cida', 'zeca', 'bia', 'bia']) wrong.write('cida', 'fiscal.named', { memberId })
    expect(wrong.faults()).toEqual(['fiscal.named_wrongly', 'fiscal.named_wrongly', 'fiscal.named_wrongly'])
    const words = withFiscal([])
    for (const memberId of ['bia', 'zeca']) word(words, memberId)
    word(words, 'ana', 'fiscal.confirmed', {})
    expect(words.faults()).toEqual(['fiscal.not_theirs', 'fiscal.not_theirs', 'fiscal.unsigned'])
    const many = openFiscals()
    const at = '2026-11-25T12:00:00.000Z'
    const ids = [...Array(FISCALS_MAX + 1).keys()].map((n) => `m${n}`)
    for (const memberId of ids) many.read({ at, kind: 'member.approved', payload: { memberId }, actor_id: 'cida' })
    const faults = ids.map((memberId) =>
      many.read({ at, kind: 'fiscal.named', payload: { memberId }, actor_id: 'cida' }),
    )
    expect(faults).toEqual([null, null, null, null, null, 'fiscal.named_wrongly'])
  })
})

/** Bia decides the first case of Cida's, or of two others, in which she is no party; after some hours by a proposal. */
function caseDecided(how: {
  of: 'cida' | 'others'
  outcome?: 'keep' | 'cancel'
  hours?: number
  more?: object
  administrators?: string
}): string[] {
  const told = withFiscal(undefined, undefined, how.administrators)
  const isTheirs = (parties: readonly (string | null)[]) =>
    !parties.includes('bia') && parties.includes('cida') === (how.of === 'cida')
  for (let month = 1; month <= 4 && told.state().reports.size === 0; month += 1) {
    told.does('cida', { kind: 'generate_pull' })
    const open = [...told.state().donations.values()]
    const reported = open.find(({ donorId, receiverId }) => isTheirs([donorId, receiverId]))
    for (const { id: donationId, donorId: memberId, receiverId } of open)
      if (donationId === reported?.id) told.does(memberId, { kind: 'report', reportId: 'r', donationId, memberId })
      else {
        told.does(memberId, { kind: 'send_receipt', donationId, memberId })
        told.does(receiverId, { kind: 'confirm', donationId, by: { memberId: receiverId! } })
      }
    told.wait(31 * 24)
  }
  const { outcome = 'keep', hours, more = SIGNED } = how
  const command = { kind: 'resolve_report', reportId: 'r', resolution: 'RESOLVED', outcome } as const
  if (hours === undefined) told.does('bia', command, more)
  else {
    const proposal = told.propose('bia', command, 'resolve_report', more)
    told.wait(hours)
    proposal.executed(null)
  }
  return told.faults()
}

/** The last open donation of a month becomes a case, of two others; somebody decides its appeal at once. */
function appealDecided(by: string, more: object): string[] {
  const told = withFiscal()
  told.does('cida', { kind: 'generate_pull' })
  const open = [...told.state().donations.values()]
  const others = open.find(({ donorId, receiverId }) => !['bia', by].some((id) => id === donorId || id === receiverId))!
  for (const { id: donationId, donorId: memberId, receiverId } of open) {
    told.does(memberId, { kind: 'send_receipt', donationId, memberId })
    if (donationId !== others.id) told.does(receiverId, { kind: 'confirm', donationId, by: { memberId: receiverId! } })
    else told.does(memberId, { kind: 'report', reportId: 'r', donationId, memberId })
  }
  const proposal = told.propose('cida', resolve, 'resolve_report')
  proposal.approved('bia', SIGNED)
  const keep = { kind: 'decide_appeal', reportId: 'r', donationId: others.id, decision: 'UPHELD' } as const
  told.does(by, { ...keep, outcome: 'keep' }, more)
  return told.faults()
}
