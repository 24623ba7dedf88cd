import { describe, expect, test } from 'vitest'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import { originOf } from '#circle/ledger/checkpoint.ts'
import { isStrange } from './PagesAlert.tsx'
import { seenText } from './PagesLine.tsx'
import { sightingsThatCount } from './pages-seen.ts'
import type { Sighting } from './pages-seen.ts'

const [MARIA, JOAO] = ['maria+1+A', 'joao+2+B']
const place = { circleId: 'c', address: 'https://roda.example', served: 'a'.repeat(64) }
const words = {
  members: new Set(['ana', 'bia', 'caio']),
  witnesses: new Map([
    [MARIA, new Set(['ana', 'bia'])],
    [JOAO, new Set(['caio'])],
  ]),
} as unknown as MemberWords
const NOW = Date.parse('2026-11-25T15:00:00Z')

const sighting = (changed: Partial<Sighting> = {}): Sighting => ({
  origin: originOf('c'),
  address: place.address,
  version: '1.0.0',
  hash: place.served,
  key: 'ciranda/releases+1+K',
  witness: MARIA,
  at: '2026-11-25T12:00:00.000Z',
  ...changed,
})

describe('the sightings that are told to a member', () => {
  const counted = (changed: Partial<Sighting>, readerId: string | null = 'ana') =>
    sightingsThatCount([sighting(changed)], place, words, readerId).length

  test('are of the pages that are served now, of this circle and this address', () => {
    expect(counted({})).toBe(1)
    expect(counted({ hash: 'b'.repeat(64) })).toBe(0)
    expect(counted({ origin: originOf('d') })).toBe(0)
    expect(counted({ address: 'https://only-for-witnesses.example' })).toBe(0)
  })

  test('are of witnesses that the reader or half of the members chose', () => {
    expect(counted({ witness: JOAO })).toBe(0)
    expect(counted({ witness: JOAO }, 'caio')).toBe(1)
    expect(counted({ witness: 'invented+3+C' })).toBe(0)
    expect(sightingsThatCount([sighting()], place, null, 'ana')).toEqual([])
  })

  test('are told in one line, each witness once, with the day of the newest', () => {
    const all = [sighting(), sighting({ at: '2026-11-24T12:00:00.000Z' }), sighting({ witness: JOAO })]
    expect(seenText(sightingsThatCount(all, place, words, 'caio'), NOW)).toBe(
      'As páginas eram as da versão 1.0.0: visto por 2 testemunhas, hoje.',
    )
    expect(seenText([sighting({ at: '2026-11-23T12:00:00.000Z' })], NOW)).toBe(
      'As páginas eram as da versão 1.0.0: visto por 1 testemunha, em 23/11/2026.',
    )
    expect(seenText([sighting({ key: null })], NOW)).toContain(
      'as próprias desta instalação: visto por 1 testemunha, hoje',
    )
    expect(seenText([], NOW)).toContain('Nenhuma testemunha escolhida')
  })
})

test('other pages are told once no update explains them any more, and while a person goes on with the pages kept', () => {
  const minutesAgo = (minutes: number) => NOW - minutes * 60_000
  expect(isStrange({ strangeSince: null, keptUntil: 0 }, NOW)).toBe(false)
  expect(isStrange({ strangeSince: minutesAgo(5), strangeAt: NOW, keptUntil: 0 }, NOW)).toBe(false)
  expect(isStrange({ strangeSince: minutesAgo(16), strangeAt: minutesAgo(16), keptUntil: 0 }, NOW)).toBe(false)
  expect(isStrange({ strangeSince: minutesAgo(16), strangeAt: NOW, keptUntil: 0 }, NOW)).toBe(true)
  expect(isStrange({ strangeSince: null, keptUntil: minutesAgo(-1) }, NOW)).toBe(true)
})
