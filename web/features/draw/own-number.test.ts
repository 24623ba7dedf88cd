import { describe, expect, test } from 'vitest'
import type { Draw } from './api.ts'
import { faultOfOwnNumber } from './own-number.ts'

const drawn = (phase: Draw['phase'], own: { commitment: string | null; number: string | null } | null) =>
  ({
    phase,
    members: own ? [{ id: 'me', own: true, places: 1, name: null, signed: true, ...own }] : [],
  }) as unknown as Draw
const joined = () => ({ commitment: 'aa', number: '11', sent: false })
const stranger = () => ({ commitment: null, number: null, sent: false })

describe('this device’s number in a draw', () => {
  test('that the draw took and no longer has, or that the order left out, is said to have vanished', () => {
    expect(faultOfOwnNumber(drawn('joining', { commitment: null, number: null }), joined)).toBe('gone')
    expect(faultOfOwnNumber(drawn('done', { commitment: 'aa', number: null }), joined)).toBe('gone')
    expect(faultOfOwnNumber(drawn('done', { commitment: 'aa', number: '22' }), joined)).toBe('gone')
  })

  test('in whose place another stands is asked about: another device of the same person may have made it', () => {
    expect(faultOfOwnNumber(drawn('opening', { commitment: 'bb', number: null }), joined)).toBe('replaced')
  })

  test('for want of which a draw lapsed is asked about where this device sent it, and not where it was never opened', () => {
    const lapsed = drawn('lapsed', { commitment: 'aa', number: null })
    expect(faultOfOwnNumber(lapsed, () => ({ ...joined(), sent: true }))).toBe('unheard')
    expect(faultOfOwnNumber(lapsed, joined)).toBeNull()
    expect(
      faultOfOwnNumber(drawn('lapsed', { commitment: 'aa', number: '11' }), () => ({ ...joined(), sent: true })),
    ).toBeNull()
  })

  test('that is there in every phase is no fault, nor a draw that this device did not join', () => {
    for (const phase of ['joining', 'opening', 'due', 'lapsed'] as const)
      expect(faultOfOwnNumber(drawn(phase, { commitment: 'aa', number: null }), joined)).toBeNull()
    expect(faultOfOwnNumber(drawn('done', { commitment: 'aa', number: '11' }), joined)).toBeNull()
    expect(faultOfOwnNumber(drawn('done', { commitment: 'bb', number: null }), stranger)).toBeNull()
    expect(faultOfOwnNumber(drawn('done', null), joined)).toBeNull()
  })
})
