import { parseSync } from 'ofx-js'
import { centsOf, dayAsWritten } from './amounts.ts'
import type { StatementLine } from './statement.ts'

/** Whether a text is OFX of any version, by the names that stand in its beginning. */
export function isOfx(text: string): boolean {
  return /OFXHEADER|<OFX>/i.test(text.slice(0, 4_000))
}

/**
 * The movements of an OFX file, 1 (SGML, where a value is not closed) or 2 (XML), of all accounts in it. `cut_off` where the
 * file ends before it says so, null where it cannot be read.
 */
export function readOfx(text: string): readonly StatementLine[] | 'cut_off' | null {
  if (!/<\/OFX>\s*$/i.test(text)) return 'cut_off'
  try {
    return movements(parseSync(mended(text)).OFX).flatMap((found) => lineOf(found) ?? [])
  } catch {
    return null
  }
}

/** Mends two habits of banks that the parser does not take: an empty value that is not closed, a sign that opens nothing. */
function mended(text: string): string {
  return text
    .replace(/<ofx>/i, '<OFX>')
    .replaceAll(/<(?![\w/?!])/g, ' ')
    .replaceAll(/<(CHECKNUM|REFNUM|NAME|MEMO|FITID|SIC|PAYEEID|SRVRTID)>\s*(?=<(?!\/\1>))/gi, '<$1></$1>')
}

type Found = Record<string, unknown>

/** Every STMTTRN, wherever it stands: one account, several, or a card. */
function movements(node: unknown): Found[] {
  if (Array.isArray(node)) return node.flatMap(movements)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => {
    if (name.toUpperCase() !== 'STMTTRN') return movements(value)
    return [value].flat().filter((one): one is Found => typeof one === 'object' && one !== null)
  })
}

function lineOf(found: Found): StatementLine | null {
  const value = (name: string) => (typeof found[name] === 'string' ? found[name].trim() : '')
  const [day, cents] = [dayAsWritten(value('DTPOSTED')), centsOf(value('TRNAMT'))]
  if (day === null || cents === null) return null
  const isOut = value('TRNTYPE').toUpperCase() === 'DEBIT'
  const text = [...new Set([value('NAME'), value('MEMO')])].filter((part) => part !== '').join(' ')
  return { day, cents: isOut ? -Math.abs(cents) : cents, text, id: value('FITID') || null }
}
