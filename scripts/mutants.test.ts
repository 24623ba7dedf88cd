import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dose } from '#circle/testing/dose.ts'
import { plantAll, readMutants, sample } from './plant-mutants.ts'

const mutants = readMutants()
const textOf = (file: string) => readFileSync(file, 'utf8')

describe('the lists of known defects', () => {
  test('name each defect by a text that stands exactly once in its file, and change it', () => {
    const misplaced = mutants.filter(({ file, from, to }) => from === to || textOf(file).split(from).length !== 2)
    expect(misplaced.map(({ file, from }) => [file, from])).toEqual([])
    expect(new Set(mutants.map(({ file, from, to }) => JSON.stringify([file, from, to]))).size).toBe(mutants.length)
  })

  test('name a test that is there', () => {
    const missing = mutants.filter(({ testFile, test: name }) => !namesTest(textOf(testFile), name))
    expect(missing.map(({ testFile, test: name }) => [testFile, name])).toEqual([])
  })

  test('name folders that are there, and no mutant where none would be planted', () => {
    const lists = globSync('*/testing/mutants.json').map((list) => JSON.parse(textOf(list)) as { folders: unknown[] })
    const unusual = lists.flatMap(({ folders }) => folders).filter((one) => typeof one !== 'string' || !existsSync(one))
    expect(unusual).toEqual([])
  })

  test('cover the rules and the server with at least 140', () => {
    const rooms = Map.groupBy(mutants, ({ file }) => file.split('/')[0]!)
    expect(rooms.get('circle')!.length).toBeGreaterThanOrEqual(60)
    expect(rooms.get('server')!.length).toBeGreaterThanOrEqual(60)
    expect(mutants.length).toBeGreaterThanOrEqual(140)
  })
})

test('a sample of the rules’ defects is noticed, each by its named test; the whole is `npm run mutants`', async () => {
  const rules = mutants.filter(({ testFile }) => !testFile.startsWith('server/'))
  const chosen = sample(rules, dose(4, rules.length), new Date().toISOString().slice(0, 10))
  const outcomes = await plantAll(chosen, { atOnce: 2 })
  expect(outcomes.map(({ file, from, fate }) => [file, from, fate])).toEqual(
    outcomes.map(({ file, from }) => [file, from, 'killed']),
  )
  expect(outcomes).toHaveLength(chosen.length)
})

test('what the named test does not notice, what hangs, and what is misplaced or unproven, is no kill', async () => {
  const harmless = {
    file: 'circle/period.ts',
    from: 'export const DAY_MS',
    to: '// The same.\nexport const DAY_MS',
    testFile: 'circle/period.test.ts',
    test: mutants.find(({ testFile }) => testFile === 'circle/period.test.ts')!.test,
  }
  const outcomes = await plantAll(
    [harmless, { ...harmless, from: 'this stands nowhere' }, { ...harmless, test: 'no such test' }],
    { atOnce: 1 },
  )
  expect(outcomes.map(({ fate }) => fate)).toEqual(['SURVIVED', 'MISPLACED', 'NO PROOF'])
  const endless = { ...harmless, to: 'while (true);\nexport const DAY_MS' }
  expect(await plantAll([endless], { atOnce: 1, hungAfterMs: 3_000 })).toMatchObject([{ fate: 'HUNG' }])
})

/** Whether a file has a test of this name; the values of `test.each` stand as `%s` or `%j` in it. */
function namesTest(text: string, name: string): boolean {
  if (text.includes(name)) return true
  const titles = [...text.matchAll(/\)\(\s*(['`])(.+?)\1,/g)].map((match) => match[2]!)
  return titles.some((title) => {
    const pattern = title
      .split(/%(?:\.\d+)?[sjid]|\$\w+/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return pattern.length > 1 && new RegExp(`^${pattern.join('.*')}$`).test(name)
  })
}
