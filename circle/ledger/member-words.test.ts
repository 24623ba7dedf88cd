import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { chosenWitnesses, isChosen, openMemberWords } from './member-words.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const WITNESS = 'testemunha.example+0123abcd+BGmC4ygQf7pDM7yk0vSvFjVo7zLB+6WLqaKmEuJqwJKf'

type Line = readonly [kind: string, payload: Record<string, unknown>]
const approved = (...ids: string[]): Line[] => ids.map((memberId) => ['member.approved', { memberId }])
const vouched = (memberId: string, subjectId: string, more: object = { signature: {} }): Line => [
  'member.vouched',
  { memberId, subjectId, ...more },
]
const chosen = (memberId: string, more: object = {}): Line => [
  'witness.chosen',
  { memberId, witness: WITNESS, hash: sha256(WITNESS), signature: {}, ...more },
]

function told(...lines: Line[]) {
  const entries = lines.map(([kind, payload], index) => ({ seq: index + 1, kind, payload }) as unknown as LedgerEntry)
  const words = openMemberWords(sha256)
  const faults = entries.flatMap((entry) => words.read(entry) ?? [])
  return { ...words.result(), faults }
}

describe('who knows whom in person', () => {
  test('is counted by the members who said so and are members still, each once', () => {
    const { knownBy, members, faults } = told(
      ...approved('ana', 'bia', 'caio', 'davi'),
      vouched('ana', 'davi'),
      vouched('ana', 'davi'),
      vouched('bia', 'davi'),
      vouched('caio', 'davi'),
      ['member.vouch_withdrawn', { memberId: 'bia', subjectId: 'davi', signature: {} }],
      ['member.suspended', { memberId: 'caio' }],
    )
    expect([[...knownBy.get('davi')!], members.size, faults]).toEqual([['ana'], 3, []])
  })

  test('is nobody’s word about themselves, of a stranger, or about one', () => {
    const lines = [vouched('ana', 'ana'), vouched('eva', 'ana'), vouched('ana', 'eva')]
    const { knownBy, faults } = told(...approved('ana'), ...lines)
    expect([knownBy.size, faults]).toEqual([0, ['word.not_theirs', 'word.not_theirs', 'word.not_theirs']])
  })

  test('does not count what the server wrote in somebody’s name without their device, and it is found', () => {
    const { knownBy, faults } = told(...approved('ana', 'bia'), vouched('ana', 'bia', {}))
    expect([knownBy.size, faults]).toEqual([0, ['word.unsigned']])
  })
})

describe('a witness', () => {
  test('counts for whoever chose it, and for everybody once half of the members did', () => {
    const one = told(...approved('ana', 'bia', 'caio', 'davi'), chosen('ana'))
    expect([isChosen(one, WITNESS, 'ana'), isChosen(one, WITNESS, 'bia'), isChosen(one, WITNESS, null)]).toEqual([
      true,
      false,
      false,
    ])
    const half = told(...approved('ana', 'bia', 'caio', 'davi'), chosen('ana'), chosen('bia'))
    expect([isChosen(half, WITNESS, 'caio'), isChosen(half, WITNESS, null)]).toEqual([true, true])
    const dropped = told(...approved('ana', 'bia'), chosen('ana'), [
      'witness.dropped',
      { memberId: 'ana', witness: WITNESS, hash: sha256(WITNESS), signature: {} },
    ])
    expect(isChosen(dropped, WITNESS, 'ana')).toBe(false)
  })

  test('that nobody chose counts for nobody, though the server names it', () => {
    expect(isChosen(told(...approved('ana')), WITNESS, 'ana')).toBe(false)
    expect(isChosen(told(), WITNESS, null)).toBe(false)
  })

  test('under another key than the one that was signed is found', () => {
    const { witnesses, faults } = told(...approved('ana'), chosen('ana', { hash: sha256('another') }))
    expect([witnesses.size, faults]).toEqual([0, ['witness.hash_differs']])
  })

  test('is found in a ledger of whatever lines, for these readers and for everybody', () => {
    const lines = [...approved('ana', 'bia', 'caio'), chosen('ana')].map(([kind, payload], index) => ({
      seq: index + 1,
      at: '2026-11-26T12:00:00.000Z',
      actor_id: null,
      kind,
      payload,
      previous_hash: '',
      hash: '',
    }))
    expect(chosenWitnesses([null, ...lines], ['ana'], sha256)).toEqual([WITNESS])
    expect(chosenWitnesses(lines, ['bia'], sha256)).toEqual([])
  })
})
