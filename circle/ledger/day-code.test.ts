import { pbkdf2Sync } from 'node:crypto'
import { wordlist } from '@scure/bip39/wordlists/portuguese.js'
import { describe, expect, test } from 'vitest'
import { dayMarks, dayWords } from './day-code.ts'
import type { Stretch } from './day-code.ts'

const stretch: Stretch = (password, salt, rounds) => pbkdf2Sync(password, salt, rounds, 32, 'sha256')
const checkpoint = { origin: 'ciranda/circle', size: 5, root: new Uint8Array(32) }
const today = { day: '2026-11-24' }

describe('the code of the day', () => {
  test('is twelve digits in three groups and eight words, the same on every phone', async () => {
    const marks = await dayMarks(checkpoint, today, stretch)
    expect(marks.code).toMatch(/^\d{4} \d{4} \d{4}$/)
    expect(dayWords(marks, wordlist)).toMatch(/^[a-z]+( [a-z]+){7}$/)
    expect(await dayMarks({ ...checkpoint }, { ...today }, stretch)).toEqual(marks)
  })

  test('is another for another circle, size, root, day or number of the group; how a number is written does not count', async () => {
    const all = [
      await dayMarks(checkpoint, today, stretch),
      await dayMarks({ ...checkpoint, origin: 'ciranda/other' }, today, stretch),
      await dayMarks({ ...checkpoint, size: 6 }, today, stretch),
      await dayMarks({ ...checkpoint, root: new Uint8Array(32).fill(1) }, today, stretch),
      await dayMarks(checkpoint, { day: '2026-11-25' }, stretch),
      await dayMarks(checkpoint, { ...today, groupNumber: '52318' }, stretch),
    ]
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
    expect(new Set(all.map((marks) => dayWords(marks, wordlist))).size).toBe(all.length)
    expect(await dayMarks(checkpoint, { ...today, groupNumber: '52.318' }, stretch)).toEqual(all.at(-1))
  })

  test('costs 131,072 rounds a try, and its words have 88 bits', async () => {
    const asked: number[] = []
    const { wordBits } = await dayMarks(checkpoint, today, (password, salt, rounds) => {
      asked.push(rounds)
      return stretch(password, salt, 1)
    })
    expect([asked, wordBits.length]).toEqual([[131_072], 11])
  })
})

describe('two ledgers prepared to have one code', () => {
  /** The first digits alone, by one round, so that what a graphics card finds for all twelve is found here at once. */
  const CHEAP_DIGITS = 4
  const cheap: Stretch = (password, salt) => stretch(password, salt, 1)
  const variant = (ledger: number, number: number) => {
    const root = new Uint8Array(32).fill(ledger)
    new DataView(root.buffer).setUint32(0, number)
    return { ...checkpoint, root }
  }
  const digits = async (of: typeof checkpoint, groupNumber = '') =>
    (await dayMarks(of, { ...today, groupNumber }, cheap)).code.slice(0, CHEAP_DIGITS)

  async function prepared() {
    const seen = new Map<string, typeof checkpoint>()
    for (let number = 0; number < 300; number += 1) seen.set(await digits(variant(1, number)), variant(1, number))
    for (let number = 0; ; number += 1) {
      const twin = seen.get(await digits(variant(2, number)))
      if (twin) return [twin, variant(2, number)] as const
    }
  }

  test('are told apart by a number that the group makes up afterwards', async () => {
    const [one, other] = await prepared()
    expect(await digits(one)).toBe(await digits(other))
    for (const groupNumber of ['52318', '70115', '00042'])
      expect(await digits(one, groupNumber)).not.toBe(await digits(other, groupNumber))
  })

  test('are told apart by their words', async () => {
    const [one, other] = await prepared()
    const words = async (of: typeof checkpoint) => dayWords(await dayMarks(of, today, cheap), wordlist)
    expect(await words(one)).not.toBe(await words(other))
  })
})
