import type { Origin } from './paper.ts'
import { printable } from './pdf-letters.ts'
import { fullMoment, shortHash } from './words.ts'

export const MARGIN = 56
export const FOOT = 64
export const INK = '#1f2a24'
export const QUIET = '#5b675f'
export const RULE = '#c9d1cb'
const WARNING = '#9c1c1c'

/** A document being written, and how wide its lines are. */
export type Pen = { readonly doc: PDFKit.PDFDocument; readonly width: number }

/** Begins another page unless so much still fits on this one. Answers whether it did. */
export function keep({ doc }: Pen, height: number): boolean {
  const isFull = doc.y + height > doc.page.height - FOOT
  if (isFull) doc.addPage()
  return isFull
}

/** Stands above every page: the circle, and that a demonstration is one. */
export function writeHead({ doc, width }: Pen, { circle, operator, isDemonstration }: Origin): void {
  const by = operator === null ? '' : ` · operado por ${operator}`
  doc.font('Helvetica').fontSize(9).fillColor(QUIET)
  doc.text(printable(`Ciranda · círculo ${circle}${by}`), MARGIN, 34, { width, height: 12, ellipsis: true })
  doc.y = MARGIN
  if (isDemonstration) {
    doc.rect(MARGIN, doc.y, width, 46).lineWidth(1.5).stroke(WARNING)
    doc.font('Helvetica-Bold').fontSize(19).fillColor(WARNING)
    doc.text('DEMONSTRAÇÃO: DINHEIRO FICTÍCIO', MARGIN, doc.y + 8, { width, align: 'center' })
    doc.font('Helvetica').fontSize(9)
    doc.text('Nada do que está neste papel foi pago ou recebido de verdade.', MARGIN, doc.y, { width, align: 'center' })
    doc.y = MARGIN + 60
  }
  doc.x = MARGIN
}

/** Stands below every page: when it was made, the ledger's head, and the page's number. */
export function writeFoot({ doc, width }: Pen, { madeAt, head: { seq, hash } }: Origin, page: string): void {
  const y = doc.page.height - FOOT + 16
  const { bottom } = doc.page.margins
  // Writing below the margin would begin another page.
  doc.page.margins.bottom = 0
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(0.5)
    .stroke(RULE)
  doc.font('Helvetica').fontSize(8).fillColor(QUIET)
  const made = `Feito em ${fullMoment(madeAt)} · livro até o lançamento nº ${seq} (${shortHash(hash)})`
  doc.text(made, MARGIN, y + 8, { width: width - 90, lineBreak: false })
  doc.text(page, MARGIN, y + 8, { width, align: 'right', lineBreak: false })
  doc.page.margins.bottom = bottom
}
