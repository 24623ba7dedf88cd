import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { loadTool } from './tools.ts'

export type Sentence = { readonly at: string; readonly text: string }

/** Names and terms that no dictionary has: of services, of things, of the specification, and of commands that are shown. */
const OWN = new Set(
  `admin Android app Apple Bitcoin Caddy checkpoint Chrome Ciranda Code Codes CSV cópia-e-cola dashboard
  Dashboard e-mail e-mails Email email Firefox Inter iPhone js json link links Linux localhost Mercado mjs
  ndjson nobody npm Nubank NuBank OFX online Pago PDF PGlite PicPay PIX pixels PostgreSQL QR Report report
  reports Reports restore root run Safari Santander Sicoob Sicredi site sites SMS upgrade upgrades upload USDT
  WhatsApp Windows zip`.split(/\s+/),
)

/** The texts of the product that read like sentences: of screens, refusals and letters. */
export function sentencesOfTheProduct(): readonly Sentence[] {
  const { parseSync } = loadTool<{ parseSync(file: string, text: string): { program: unknown } }>('oxc-parser')
  return globSync('{circle,contracts,server,web}/**/*.{ts,tsx}', {
    exclude: ['web/dist/**', '**/*.test.*', '**/testing/**', 'server/seed/**'],
  })
    .toSorted()
    .flatMap((at) => textsIn(parseSync(at, readFileSync(at, 'utf8')).program).map((text) => ({ at, text })))
    .filter(
      ({ text }) =>
        /^\W*\p{Lu}|[à-ú]/u.test(text) && /[a-zà-ú]{2,}[ ,][a-zà-ú]/i.test(text) && !/[{}<>;=_]|--/.test(text),
    )
}

const ENGLISH = /\b(?:the|of|and|an|is|not|in|with|from|one)\b/i

/** The words of some sentences that a Brazilian dictionary does not have, and where. English sentences are left out. */
export function misspelled(sentences: readonly Sentence[]): readonly string[] {
  if (sentences.length === 0) throw new Error('No sentence was found.')
  const unknown = new Set(unknownIn(sentences.map(({ text }) => text).join('\n')))
  return sentences.flatMap(({ at, text }) => {
    const words = wordsOf(text)
    const strange = words.filter((word) => unknown.has(word) && !OWN.has(word))
    const isPortuguese = !ENGLISH.test(text) && strange.length * 5 <= words.length * 2
    return isPortuguese ? strange.map((word) => `${at}: ${word}`) : []
  })
}

function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as { type?: string; value?: unknown }
  if (type === 'ImportDeclaration') return []
  if ((type === 'JSXText' || type === 'Literal') && typeof value === 'string') return [value]
  if (type === 'TemplateElement') return [(value as { cooked: string | null }).cooked ?? '']
  return Object.values(node).flatMap(textsIn)
}

/** Without addresses, and names that stand in capitals. */
function wordsOf(text: string): string[] {
  return (
    text.replaceAll(/\S*[/@]\S*|\b[a-z]+(?:\.[a-z]+){2,}\b|\b[A-Z_]{3,}\b/g, ' ').match(/\p{L}+(?:-\p{L}+)*/gu) ?? []
  )
}

function unknownIn(text: string): string[] {
  const { status, stdout } = spawnSync('hunspell', ['-d', 'pt_BR', '-i', 'utf-8', '-l'], {
    input: wordsOf(text).join('\n'),
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    maxBuffer: 64e6,
  })
  if (status !== 0) throw new Error('The dictionary is missing: apt install hunspell hunspell-pt-br')
  return stdout.split('\n').filter(Boolean)
}
