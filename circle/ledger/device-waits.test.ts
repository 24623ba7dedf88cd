import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { RULES } from './removals.ts'
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
    expect(faultsOf([added(PHONE), added(THIEF), admits(THIEF, null)])).toEqual(['key.admitted_wrongly 3'])
    expect(faultsOf([added(PHONE), added(THIEF), admits(THIEF, THIEF)])).toEqual(['signature.waiting_key 3'])
    expect(faultsOf([added(PHONE, TIAGO), added(TABLET), added(THIEF), admits(THIEF, PHONE)])).toEqual([
      'signature.other_key 4',
    ])
    const other = admits(THIEF, PHONE, { hash: sha256(`point${TABLET}`) })
    expect(faultsOf([added(PHONE), added(THIEF), other])).toEqual(['key.admitted_wrongly 3'])
    expect(faultsOf([added(PHONE), admits(THIEF, PHONE)])).toEqual(['key.unknown 2'])
  })

  test('of a circle founded before signs as it did', () => {
    expect(faultsOf([added(PHONE), added(TABLET), confirms(TABLET)], RULES - 1)).toEqual([])
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
    expect(faultsOf([added(PHONE), confirms(PHONE), leaves(null)], RULES - 1)).toEqual([])
  })
})
