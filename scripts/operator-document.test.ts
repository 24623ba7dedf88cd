import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/operador.md quotes screens and shows pictures of them: it may not say what no screen says.

const text = readFileSync('docs/operador.md', 'utf8')
const flat = (words: string) => words.replaceAll(/\s+/g, ' ')
const named = [...text.matchAll(/\]\(pictures\/([^)]+)\)/g)].map(([, name]) => name!)

test('every picture of the operator’s guide is there, is small, and is shown', () => {
  expect(named.length).toBeGreaterThan(5)
  expect(readdirSync('docs/pictures').toSorted()).toEqual(named.toSorted())
  for (const name of named) expect(statSync(`docs/pictures/${name}`).size, name).toBeLessThan(60_000)
})

test('every picture of the operator’s guide is one that the screenshot command makes', () => {
  const script = readFileSync('scripts/operator-pictures.ts', 'utf8')
  const made = [...script.matchAll(/take\('([^']+)'/g)].map(([, name]) => `${name}.webp`)
  expect(made.toSorted()).toEqual(named.toSorted())
})

test('every text that the operator’s guide quotes from a screen or a command stands in the code', () => {
  const sources = globSync('{web,contracts,server,scripts}/**/*.{ts,tsx}', {
    exclude: ['web/dist/**', '**/*.test.ts', '**/testing/**'],
  })
  const code = flat(sources.map((file) => readFileSync(file, 'utf8')).join('\n'))
  const isQuoted = (quote: string) =>
    code.includes(quote) ||
    // Numbers and times in a quote are an example: the words around them stand in the code.
    flat(quote)
      .split(/\d+(?:h\d+)?/)
      .every((part) => part.trim() === '' || code.includes(part.trim()))
  const quotes = [...text.matchAll(/“([^”]+)”/g)].map(([, quote]) => flat(quote!))
  expect(quotes.length).toBeGreaterThan(30)
  expect(quotes.filter((quote) => !isQuoted(quote) && !SAID_BY_PEOPLE.has(quote))).toEqual([])
})

/** Words that people say, not screens. */
const SAID_BY_PEOPLE = new Set(['assim', 'um amigo indicou', 'Nem', 'só este mês'])
