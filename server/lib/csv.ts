/** A cell of a spreadsheet: text, an amount of money, or nothing. */
export type Cell = string | number | null

/** Marks the file as UTF-8 for spreadsheets that would otherwise guess. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** One line of a CSV as Brazilian spreadsheets open it: ';' between cells, CRLF at the end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return cell.toFixed(2).replace('.', ',')
  const text = disarmed(cell)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Prevents CSV injection: a text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function disarmed(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
