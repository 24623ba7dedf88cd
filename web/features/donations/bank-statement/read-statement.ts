import { decodeText } from '#web/ui/decode-text.ts'
import { isOfx, readOfx } from './read-ofx.ts'
import { readCsv } from './read-csv.ts'
import type { ReadStatement, StatementFault, StatementLine } from './statement.ts'

/** Some 12,000 movements: what is larger is no statement of a month, and would hold a slow phone up. */
export const STATEMENT_BYTES_MAX = 2 * 1024 * 1024

/** Reads the statement of a bank, OFX or CSV, on this device alone: a file is never sent anywhere. */
export async function readStatement(file: Blob): Promise<ReadStatement> {
  if (file.size > STATEMENT_BYTES_MAX) return failed('too_big')
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return failed('unreadable')
  }
  return readBytes(bytes)
}

function readBytes(bytes: ArrayBuffer): ReadStatement {
  const beginning = String.fromCharCode(...new Uint8Array(bytes.slice(0, 5)))
  if (beginning.startsWith('%PDF')) return failed('pdf')
  // A workbook is a ZIP, or the older container of Office.
  if (beginning.startsWith('PK') || beginning.startsWith('\u00D0\u00CF\u0011\u00E0')) return failed('workbook')
  const text = decodeText(bytes)
  if (text === null) return failed('not_statement')
  const lines = isOfx(text) ? readOfx(text) : readCsv(text)
  if (lines === null) return failed('not_statement')
  if (lines === 'cut_off') return failed('cut_off')
  const once = withoutRepeats(lines)
  const days = once.map(({ day }) => day).toSorted()
  if (once.length === 0) return failed('empty')
  return { ok: true, statement: { lines: once, from: days[0]!, to: days.at(-1)! } }
}

/** A movement that the bank names stands once, though the file may hold it twice. Without a name, equal ones may be two. */
function withoutRepeats(lines: readonly StatementLine[]): StatementLine[] {
  const seen = new Set<string>()
  return lines.filter(({ id, day, cents, text }) => {
    const key = JSON.stringify([id, day, cents, text])
    const isNew = id === null || !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function failed(fault: StatementFault): ReadStatement {
  return { ok: false, fault }
}
