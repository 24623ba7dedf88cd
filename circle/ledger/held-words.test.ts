import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { caseWordsText, rejectionNote, spokenText } from '#circle/case-words.ts'
import type { CaseWordsKind } from '#circle/case-words.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { holdWords } from './held-words.ts'
import type { ShownWords } from './held-words.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const [SALT, SENT] = ['s'.repeat(22), 'cd'.repeat(32)]

type Line = readonly [kind: string, actorId: string, payload: Record<string, unknown>]

const shown = (what: CaseWordsKind, more: Partial<ShownWords> = {}): ShownWords => ({
  circleId: 'c',
  reportId: 'r',
  wordsId: 'w',
  what,
  text: 'Não recebi.',
  more: null,
  of: null,
  until: null,
  picture: null,
  salt: SALT,
  pictureSent: null,
  seq: 0,
  ...more,
})
const noted = (words: ShownWords, actorId = 'ana', signature?: object): Line => {
  const { reportId, wordsId, what } = words
  const hash = sha256(caseWordsText(SALT, words))
  return ['case.words', actorId, { donationId: 'd', reportId, wordsId, what, hash, ...(signature && { signature }) }]
}
const signed = (about: string, { text, more, pictureSent: picture }: ShownWords) => ({
  image: sha256(spokenText({ salt: SALT, about, text, more, picture })),
})

/** The finding of a device about words that stand last in a ledger. */
function held(words: ShownWords, ...lines: readonly Line[]) {
  const entries = lines.map(([kind, actor_id, payload], at) => ({ seq: at + 1, kind, actor_id, payload }))
  return holdWords(entries as unknown as LedgerEntry[], { ...words, seq: lines.length }, sha256)
}

describe('words of a case, held to the ledger by its reader’s device', () => {
  const statement = shown('statement', { picture: 'ab'.repeat(32), pictureSent: SENT })

  test('are signed where their speaker’s device signed these very words and the picture as it was sent', () => {
    const line = noted(statement, 'ana', signed('r', statement))
    expect(held(statement, line)).toBe('signed')
    expect(held({ ...statement, pictureSent: 'ef'.repeat(32) }, line)).toBe('differs')
  })

  test('put in somebody’s mouth, under a hash that the server made of them, are others than those signed', () => {
    const lie = { ...statement, text: 'Recebi, sim.' }
    expect(held(lie, noted(lie, 'ana', signed('r', statement)))).toBe('differs')
    expect(held(statement, noted(statement, 'ana', signed('another case', statement)))).toBe('differs')
  })

  test('without a signature are kept, and changed afterwards they differ', () => {
    expect(held(statement, noted(statement))).toBe('kept')
    expect(held({ ...statement, text: 'Recebi.' }, noted(statement))).toBe('differs')
    expect(held(statement, ['donation.reported', 'ana', {}])).toBe('differs')
  })

  test('of a report and an appeal are signed with the act that they go with', () => {
    const reason = shown('reason')
    const report = (image: string | null): Line => [
      COMMAND_KIND,
      'ana',
      { command: { kind: 'report', memberId: 'ana', donationId: 'd' }, signature: { image } },
    ]
    const { image } = signed('d', reason)
    expect(held(reason, report(image), noted(reason))).toBe('signed')
    expect(held(reason, report(null), noted(reason))).toBe('kept')
    const lie = { ...reason, more: 'E ele me deve mais.' }
    expect(held(lie, report(image), noted(lie))).toBe('differs')
    const appeal = shown('appeal')
    const appealed: Line = ['case.appealed', 'ana', { reportId: 'r', memberId: 'ana', signature: signed('r', appeal) }]
    expect(held(appeal, appealed, noted(appeal))).toBe('signed')
  })

  test('a rejection’s reason opens a case with a sentence that nobody said, and that one alone', () => {
    const reason = shown('reason', { more: rejectionNote(2) })
    const rejects: Line = [
      COMMAND_KIND,
      'ana',
      {
        command: { kind: 'reject_receipt', memberId: 'ana', donationId: 'd' },
        signature: signed('d', { ...reason, more: null }),
      },
    ]
    expect(held(reason, rejects, noted(reason))).toBe('signed')
    const lie = { ...reason, more: `${rejectionNote(2)} Ele mente.` }
    expect(held(lie, rejects, noted(lie))).toBe('differs')
  })

  test('of the administration are never said to be signed by what its person did before', () => {
    const decision = shown('decision')
    const says = noted(statement, 'ana', signed('r', statement))
    expect(held(decision, says, noted(decision))).toBe('kept')
  })
})
