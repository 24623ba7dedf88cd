import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { faultsOf as faultsRead } from './faults-of.ts'
import { acceptText, openSwaps, SWAP_ASK_MS, swapText } from './swaps.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 10)

type Line = readonly [kind: string, payload: Record<string, unknown>, actor: string, day?: number]
const asked = (change: object = {}): Line => [
  'swap.asked',
  {
    swapId: 's',
    memberId: 'ana',
    subjectId: 'bia',
    from: '4',
    to: '2',
    hash: sha256(swapText('s', 4, 2)),
    signature: { key: 'phone' },
    ...change,
  },
  'ana',
]
const accepted = (change: object = {}, more: object = { signature: {} }, day = 1): Line => [
  'command',
  {
    command: {
      kind: 'swap_turns',
      swapId: 's',
      memberId: 'bia',
      otherId: 'ana',
      position: 2,
      otherPosition: 4,
      ...change,
    },
    ...more,
  },
  'bia',
  day,
]
const entriesOf = (lines: readonly Line[]) =>
  lines.map(([kind, payload, actor_id, day = 0], index) => {
    const at = new Date(START + day * DAY_MS).toISOString()
    return { seq: index + 1, at, kind, payload, actor_id } as unknown as LedgerEntry
  })
const faultsOf = (...lines: Line[]) => faultsRead(entriesOf(lines), openSwaps(sha256).read).map(({ code }) => code)

test('a swap is right when one asked for exactly it and the other accepted, each under a signature', () => {
  expect(faultsOf(asked(), accepted())).toEqual([])
})

test.each([
  ['nobody asked', [accepted()], ['swap.unasked']],
  ['the request is of other places', [asked(), accepted({ position: 3 })], ['swap.unasked']],
  ['the request was to somebody else', [asked({ subjectId: 'caio' }), accepted()], ['swap.unasked']],
  [
    'who asked accepts it themselves',
    [asked(), accepted({ memberId: 'ana', otherId: 'bia', position: 4, otherPosition: 2 })],
    ['swap.unasked'],
  ],
  [
    'it was taken back',
    [asked(), ['swap.ended', { swapId: 's', memberId: 'ana' }, 'ana'], accepted()],
    ['swap.unasked'],
  ],
  [
    'the device that asked was taken away since',
    [asked(), ['member.key_removed', { memberId: 'ana', keyId: 'phone' }, 'ana'], accepted()],
    ['swap.unasked'],
  ],
  ['it is a week old', [asked(), accepted({}, { signature: {} }, 8)], ['swap.unasked']],
  ['it was accepted before', [asked(), accepted(), accepted()], ['swap.unasked']],
  [
    'the places are not those that were signed',
    [asked({ to: '3' }), accepted({ position: 3 })],
    ['swap.unasked', 'swap.unasked'],
  ],
  ['the request has no signature', [asked({ signature: undefined }), accepted()], ['swap.unsigned', 'swap.unasked']],
  ['the acceptance has no signature', [asked(), accepted({}, {})], ['swap.unsigned']],
] as [string, Line[], string[]][])('and is found where %s', (_, lines, codes) => {
  expect(faultsOf(...lines)).toEqual(codes)
})

test('what was accepted is what its page showed: another person or place than was signed for is found', () => {
  const founded: Line = ['command', { command: { kind: 'create_circle', mode: 'real', rules: 5 } }, 'ana']
  const image = (change = {}) => ({
    signature: {
      image: sha256(acceptText({ swapId: 's', memberId: 'ana', position: 4, otherPosition: 2, ...change })),
    },
  })
  expect(faultsOf(founded, asked(), accepted({}, image()))).toEqual([])
  expect(faultsOf(asked(), accepted({}, image()))).toEqual([])
  for (const shown of [{ memberId: 'eva' }, { position: 3 }, { otherPosition: 1 }])
    for (const before of [[founded], []])
      expect(faultsOf(...before, asked(), accepted({}, image(shown)))).toEqual(['swap.unread'])
  expect(faultsOf(founded, asked(), accepted({}, { signature: { image: null } }))).toEqual(['swap.unread'])
})

test('a request stands for a week, and a stranger does not end it', () => {
  const swaps = openSwaps(sha256)
  const another: Line = ['member.key_removed', { memberId: 'ana', keyId: 'tablet' }, 'ana']
  const ended: Line = ['swap.ended', { swapId: 's', memberId: 'eva' }, 'eva']
  for (const entry of entriesOf([asked(), ended, another])) swaps.read(entry)
  expect(swaps.standing(START + SWAP_ASK_MS)).toMatchObject([{ swapId: 's', position: 4, otherPosition: 2 }])
  expect(swaps.standing(START + SWAP_ASK_MS + 1)).toEqual([])
})
