import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// No screen may promise money: a closed circle makes none. Nor may a screen call it what it is not.
const FORBIDDEN =
  /\b(lucro|lucr(ar|e|ou|ativ[oa])|investiment|investir|investidor|rendiment|garantid|garantia de|consórcio|consorcio|ganhe|renda extra|dinheiro fácil|retorno financeiro|indique e|vagas? limitad|últimas vagas|não perca|aproveite)/i

const root = path.join(import.meta.dirname, '..')

/** Everything that people read: the built pages, and the letters and sentences that the server sends. */
function texts(): [string, string][] {
  // The words of the day's code are a list of others (BIP-39), and no sentence.
  const built = globSync('web/dist/**/*.{js,html,css,webmanifest}', {
    cwd: root,
    exclude: ['web/dist/assets/portuguese-*.js'],
  })
  const sources = globSync(['web/**/*.{ts,tsx,html,webmanifest}', 'contracts/**/*.ts', 'server/**/*.ts'], {
    cwd: root,
    exclude: ['web/dist/**', '**/*.test.ts', '**/testing/**'],
  })
  return [...built, ...sources].map((file) => [file, readFileSync(path.join(root, file), 'utf8')])
}

test('no screen, letter or message promises money, hurries anybody or names the circle what it is not', () => {
  expect(existsSync(path.join(root, 'web/dist/index.html')), 'the pages are built before the tests run').toBe(true)
  const all = texts()
  expect(all.length).toBeGreaterThan(100)
  const found = all.flatMap(([file, text]) =>
    [...text.matchAll(new RegExp(FORBIDDEN, 'gi'))].map(
      ({ 0: word, index }) =>
        `${file}: ${text.slice(Math.max(0, index - 40), index + word.length + 40).replaceAll('\n', ' ')}`,
    ),
  )
  expect(found).toEqual([])
})

test('the test of wordings finds a forbidden word where it stands', () => {
  for (const text of [
    'Seu lucro líquido',
    'um investimento',
    'rendimento',
    'ganho garantido',
    'consórcio',
    'Ganhe dinheiro',
  ])
    expect(text).toMatch(FORBIDDEN)
  for (const text of ['A conta foi aprovada', 'renderiza', 'garante', 'depende']) expect(text).not.toMatch(FORBIDDEN)
})
