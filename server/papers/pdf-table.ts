import { printable } from './pdf-letters.ts'
import { INK, keep, MARGIN, QUIET, RULE } from './pdf-page.ts'
import type { Pen } from './pdf-page.ts'

const SHADE = '#f1f4f1'

/** A column of a table: its share of the width, and how its cells stand. */
export type Column = { readonly title: string; readonly share: number; readonly align?: 'left' | 'right' }

/** Names with their values, one under the other. */
export function writeFacts(pen: Pen, pairs: readonly (readonly [string, string])[]): void {
  const { doc, width } = pen
  const left = 140
  for (const [name, value] of pairs) {
    const words = printable(value)
    doc.font('Helvetica').fontSize(10.5)
    keep(pen, doc.heightOfString(words, { width: width - left }) + 4)
    const { y } = doc
    doc.fillColor(QUIET).text(printable(name), MARGIN, y, { width: left - 10 })
    const after = doc.y
    doc.fillColor(INK).text(words, MARGIN + left, y, { width: width - left })
    doc.y = Math.max(after, doc.y) + 3
  }
  doc.moveDown(0.4)
}

/** A table whose head stands again on each page. `foot`: a last line in bold. */
export function writeTable(
  pen: Pen,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { foot = null }: { foot?: readonly string[] | null } = {},
): void {
  const { doc, width } = pen
  const shares = columns.reduce((total, { share }) => total + share, 0)
  const widths = columns.map(({ share }) => (share / shares) * width)
  const line = (cells: readonly string[], { bold = false, shaded = false } = {}) => {
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(9)
    const texts = cells.map(printable)
    const height = Math.max(...texts.map((text, at) => doc.heightOfString(text, { width: widths[at]! - 8 }))) + 8
    if (keep(pen, height)) {
      if (!shaded) line(titles, { bold: true, shaded: true })
      doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(9)
    }
    const { y } = doc
    if (shaded) doc.rect(MARGIN, y, width, height).fill(SHADE)
    let x = MARGIN
    texts.forEach((text, at) => {
      const align = columns[at]!.align ?? 'left'
      doc.fillColor(INK).text(text, x + 4, y + 4, { width: widths[at]! - 8, align })
      x += widths[at]!
    })
    doc
      .moveTo(MARGIN, y + height)
      .lineTo(MARGIN + width, y + height)
      .lineWidth(0.5)
      .stroke(RULE)
    doc.x = MARGIN
    doc.y = y + height
  }
  const titles = columns.map(({ title: name }) => name)
  keep(pen, 50)
  line(titles, { bold: true, shaded: true })
  for (const row of rows) line(row)
  if (foot) line(foot, { bold: true })
  doc.moveDown(0.8)
}
