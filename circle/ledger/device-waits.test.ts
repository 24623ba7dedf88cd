import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { recordText } from './decided-records.ts'
import { DEEDS_SINCE, deedText } from './deeds.ts'
import type { LedgerEntry } from './entry.ts'
import { ALL_DECIDED_SINCE, DEVICES_WAIT_SINCE, RULES, WORDS_SIGNED_SINCE } from './rules.ts'
import { openSignatures } from './signatures.ts'

const HOUR = 3_600_000
const uuid = (n: number) => `0190a1b2-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
const [ROSA, PHONE, TABLET, THIEF, TIAGO] = [1, 2, 3, 4, 5].map(uuid) as [string, string, string, string, string]
const hashOf = (seq: number) => `${seq}`.padStart(64, '0')
const sha256 = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(-64)

type Line = { readonly kind: string; readonly payload: object; readonly after?: number }

/** The faults of a circle in which each line comes so many hours after the one before, with the number of its line. */
function faultsOf(lines: readonly Line[], rules = RULES): string[] {
  const founding = { kind: 'command', payload: { command: { kind: 'create_circle', mode: 'real', rules } } }
  const signatures = openSignatures('c', () => true, sha256)
  let at = Date.UTC(2026, 0, 10)
  return [founding, { kind: 'circle.created', payload: { mode: 'real' } }, ...lines].flatMap((line, index) => {
    at += ('after' in line ? (line.after ?? 0) : 0) * HOUR
    const { signature } = line.payload as { signature?: object }
    const signed = signature && { signature: { ...signature, at: new Date(at).toISOString(), head: hashOf(index) } }
    const entry = {
      seq: index + 1,
      at: new Date(at).toISOString(),
      actor_id: ROSA,
      kind: line.kind,
      payload: { ...line.payload, ...signed } as Record<string, unknown>,
      previous_hash: hashOf(index),
      hash: hashOf(index + 1),
    } satisfies LedgerEntry
    const fault = signatures.read(entry)
    return fault ? [`${fault} ${index - 1}`] : []
  })
}

let count = 0
const signedBy = (key: string, image: string | null = null) => {
  count += 1
  return { signature: { key, image, count, sig: 's'.repeat(86) } }
}
const added = (keyId: string, memberId = ROSA): Line => ({
  kind: 'member.key_added',
  payload: { memberId, keyId, publicKey: `point${keyId}`, via: 'password' },
})
const confirms = (key: string, after = 0): Line => ({
  kind: 'command',
  payload: {
    command: { kind: 'confirm', donationId: uuid(9), by: { memberId: ROSA } },
    via: 'password',
    ...signedBy(key),
  },
  after,
})
const admits = (
  keyId: string,
  by: string | null,
  { after = 0, hash = sha256(`point${keyId}`), memberId = ROSA } = {},
) => ({
  kind: 'member.key_admitted',
  payload: { memberId, keyId, hash, via: 'password', ...(by ? signedBy(by, hash) : {}) },
  after,
})

describe('a second device of a real circle', () => {
  test('signs after 24 hours, or at once when an older one of its member’s admits it; the first signs from its beginning', () => {
    expect(faultsOf([added(PHONE), confirms(PHONE), added(TABLET), confirms(TABLET, 24)])).toEqual([])
    expect(faultsOf([added(PHONE), added(TABLET), admits(TABLET, PHONE), confirms(TABLET), confirms(PHONE)])).toEqual(
      [],
    )
    expect(faultsOf([added(THIEF, TIAGO), added(PHONE), confirms(PHONE)])).toEqual([])
  })

  test('entered in somebody’s name by whoever owns the machine, signs nothing before everybody could say no', () => {
    expect(faultsOf([added(PHONE), added(THIEF), confirms(THIEF, 23)])).toEqual(['signature.waiting_key 3'])
    // Removing the older one first does not make the other the first.
    const removed = { kind: 'member.key_removed', payload: { memberId: ROSA, keyId: PHONE, via: 'password' } }
    expect(faultsOf([added(PHONE), removed, added(THIEF), confirms(THIEF)])).toEqual(['signature.waiting_key 4'])
  })

  test('is not admitted without a signature, by itself, by another person’s device, nor under another key’s hash', () => {
    expect(faultsOf([added(PHONE), added(THIEF), admits(THIEF, null)])).toEqual(['act.unsigned 3'])
    expect(faultsOf([added(PHONE), added(THIEF), admits(THIEF, THIEF)])).toEqual(['signature.waiting_key 3'])
    expect(faultsOf([added(PHONE, TIAGO), added(TABLET), added(THIEF), admits(THIEF, PHONE)])).toEqual([
      'signature.other_key 4',
    ])
    const other = admits(THIEF, PHONE, { hash: sha256(`point${TABLET}`) })
    expect(faultsOf([added(PHONE), added(THIEF), other])).toEqual(['key.admitted_wrongly 3'])
    expect(faultsOf([added(PHONE), admits(THIEF, PHONE)])).toEqual(['key.unknown 2'])
  })

  test('of a circle founded before signs as it did', () => {
    expect(faultsOf([added(PHONE), added(TABLET), confirms(TABLET)], DEVICES_WAIT_SINCE - 1)).toEqual([])
  })

  test('leaves by a signature alone: nobody who ever had a device is made to leave in their own name', () => {
    const leaves = (key: string | null): Line => ({
      kind: 'command',
      payload: {
        command: { kind: 'depart_member', how: 'left', memberId: ROSA },
        via: 'password',
        ...(key ? signedBy(key) : {}),
      },
    })
    expect(faultsOf([added(PHONE), confirms(PHONE), leaves(null)])).toEqual(['act.unsigned 3'])
    expect(faultsOf([added(PHONE), confirms(PHONE), leaves(PHONE)])).toEqual([])
    expect(faultsOf([added(PHONE), confirms(PHONE), leaves(null)], DEVICES_WAIT_SINCE - 1)).toEqual([])
  })
})

describe('a decision of whoever administers and has a device', () => {
  const letsIn = { kind: 'approve_member', memberId: TIAGO } as const
  const letsOther = { ...letsIn, memberId: THIEF }
  const closes = { kind: 'depart_member', memberId: TIAGO, how: 'suspended' } as const
  const decided = (command: Command, signed: Command | null): Line => ({
    kind: 'command',
    payload: { command, via: 'password', ...(signed ? signedBy(PHONE, sha256(deedText(signed))) : {}) },
  })
  const proposed = (signed: Command | null, change = 'suspend_member'): Line => ({
    kind: 'approval.proposed',
    payload: { approvalId: uuid(8), change, ...(signed ? signedBy(PHONE, sha256(deedText(signed))) : {}) },
  })
  const approval = (kind: 'approved' | 'executed'): Line => ({
    kind: `approval.${kind}`,
    payload: { approvalId: uuid(8) },
  })
  // A first decision that is signed shows that devices of this ledger count what they do.
  const begun = [added(PHONE), confirms(PHONE)]

  test('is signed, and is the very one that was signed', () => {
    expect(faultsOf([...begun, decided(letsIn, letsIn)])).toEqual([])
    expect(faultsOf([...begun, decided(letsIn, null)])).toEqual(['act.unsigned 3'])
    expect(faultsOf([...begun, decided(letsOther, letsIn)])).toEqual(['signature.invalid 3'])
  })

  test('is all that moves money, place, key or access, also a record, where the circle was founded since', () => {
    const namedHash = (memberId: string) => sha256(recordText('fiscal.named', { memberId }))
    const named = (signed: string | null): Line => ({
      kind: 'fiscal.named',
      payload: { memberId: TIAGO, via: 'password', ...(signed ? signedBy(PHONE, namedHash(signed)) : {}) },
    })
    const unsigned = [added(PHONE), decided({ kind: 'begin_rotation' }, null), named(null)]
    expect(faultsOf(unsigned)).toEqual(['act.unsigned 2', 'act.unsigned 3'])
    expect(faultsOf(unsigned, ALL_DECIDED_SINCE - 1)).toEqual([])
    expect(
      faultsOf([added(PHONE), decided({ kind: 'begin_rotation' }, { kind: 'begin_rotation' }), named(TIAGO)]),
    ).toEqual([])
    // The calendar asks for a month's contributions too.
    expect(faultsOf([added(PHONE), decided({ kind: 'generate_pull' }, null)])).toEqual([])
    expect(faultsOf([added(PHONE), decided({ kind: 'generate_pull' }, letsIn)])).toEqual(['signature.invalid 2'])
    expect(faultsOf([added(PHONE), named(THIEF)])).toEqual(['signature.invalid 2'])
    // To end one's own help is no decision about others.
    expect(faultsOf([added(PHONE), { kind: 'helper.ended', payload: { memberId: ROSA, helperId: TIAGO } }])).toEqual([])
  })

  test('a person’s data changed with an approved proposal are settled by it, and no more than came with it', () => {
    const key = (seq: number): Line => ({
      kind: 'member.email_changed',
      payload: { memberId: uuid(seq), via: 'password' },
    })
    const proposal = proposed(closes)
    const carriedOut = [approval('executed'), key(4), key(3), decided(closes, null)]
    expect(faultsOf([...begun, proposal, ...carriedOut])).toEqual([])
    expect(faultsOf([...begun, proposal, ...carriedOut, key(4)])).toEqual(['act.unsigned 8'])
    const more = [1, 2, 3, 4, 5].map(key)
    expect(faultsOf([...begun, proposal, approval('executed'), ...more])).toEqual(['act.unsigned 9'])
    const paused = faultsOf([...begun, proposed(closes, 'pause_month'), ...carriedOut])
    expect(paused).toEqual(['act.unsigned 5', 'act.unsigned 6'])
  })

  test('proposed is signed then, and what is carried out is nothing else', () => {
    const carriedOut = [approval('executed'), decided(closes, null)]
    expect(faultsOf([...begun, proposed(closes), ...carriedOut])).toEqual([])
    expect(faultsOf([...begun, proposed(null), ...carriedOut])).toEqual(['act.unsigned 3'])
    expect(faultsOf([...begun, proposed({ ...closes, memberId: ROSA }), ...carriedOut])).toEqual([
      'signature.invalid 5',
    ])
    // One approval is for one command.
    expect(faultsOf([...begun, proposed(closes), ...carriedOut, decided(closes, null)])).toEqual(['act.unsigned 6'])
    expect(faultsOf([...begun, proposed(null, 'pause_month'), approval('approved')])).toEqual([
      'act.unsigned 3',
      'act.unsigned 4',
    ])
    const adds = [...begun, proposed(null, 'add_administrator'), approval('approved')]
    expect(faultsOf(adds)).toEqual(['act.unsigned 3', 'act.unsigned 4'])
    expect(faultsOf(adds, ALL_DECIDED_SINCE - 1)).toEqual([])
  })

  test('behind an approval that no command carries out is one of its own: signed as itself, and no other', () => {
    for (const change of ['add_administrator', 'change_operator', 'close_circle', 'payment_key']) {
      const lines = [...begun, proposed(letsIn, change), approval('executed')]
      const found = (signed: Parameters<typeof decided>[1]) =>
        faultsOf([...lines, decided(closes, signed)], ALL_DECIDED_SINCE).filter((fault) => fault.endsWith(' 5'))
      expect([found(closes), found(null)], change).toEqual([[], ['act.unsigned 5']])
    }
  })

  test('in a circle founded before goes on as it was', () => {
    const lines = [...begun, decided(letsIn, null), proposed(null), approval('approved')]
    expect(faultsOf(lines, DEEDS_SINCE - 1)).toEqual([])
  })
})

describe('words in a case', () => {
  const HASH = 'ab'.repeat(32)
  const begun = [added(PHONE), confirms(PHONE)]
  const says = (signed: string | null, what = 'statement'): Line => ({
    kind: 'case.words',
    payload: { reportId: uuid(8), what, via: 'password', ...(signed ? signedBy(signed, HASH) : {}) },
  })
  const reports = (image: string | null): Line => ({
    kind: 'command',
    payload: { command: { kind: 'report', memberId: ROSA, donationId: uuid(9) }, ...signedBy(PHONE, image) },
  })
  const appeals = (signed: object): Line => ({
    kind: 'case.appealed',
    payload: { reportId: uuid(8), memberId: ROSA, ...signed },
  })

  test('of whoever ever had a device are signed by it, and go with no act that left them out', () => {
    expect(faultsOf([...begun, says(PHONE), reports(HASH), appeals(signedBy(PHONE, HASH))])).toEqual([])
    expect(faultsOf([...begun, says(null)])).toEqual(['words.unsigned 3'])
    expect(faultsOf([...begun, reports(null), appeals(signedBy(PHONE))])).toEqual([
      'words.unsigned 3',
      'words.unsigned 4',
    ])
    // Nor is it otherwise before the first device of all signed something.
    expect(faultsOf([added(PHONE), says(null)])).toEqual(['words.unsigned 2'])
    const confirmed = { command: { kind: 'confirm', donationId: uuid(9), by: { memberId: ROSA } }, via: 'password' }
    expect(faultsOf([added(PHONE), { kind: 'command', payload: confirmed }])).toEqual(['act.unsigned 2'])
  })

  test('that go with an act, or are the administration’s, bear no signature of their own', () => {
    expect(faultsOf([...begun, says(null, 'reason'), says(null, 'decision')])).toEqual([])
    expect(faultsOf([...begun, says(PHONE, 'reason')])).toEqual(['signature.misplaced 3'])
  })

  test('an appeal goes on without a device, since its person may just have lost it', () => {
    expect(faultsOf([...begun, appeals({})])).toEqual([])
  })

  test('of a circle founded before go on as they did', () => {
    const lines = [...begun, says(null), reports(null), appeals(signedBy(PHONE))]
    expect(faultsOf(lines, WORDS_SIGNED_SINCE - 1)).toEqual([])
  })
})
