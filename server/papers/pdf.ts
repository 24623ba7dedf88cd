import type { Origin } from './paper.ts'
import { fullMoment, shortHash } from './words.ts'

const MARGIN = 56
const FOOT = 64
const INK = '#1f2a24'
const QUIET = '#5b675f'
const RULE = '#c9d1cb'
const SHADE = '#f1f4f1'
const WARNING = '#9c1c1c'

/** A column of a table: its share of the width, and how its cells stand. */
export type Column = { readonly title: string; readonly share: number; readonly align?: 'left' | 'right' }

export type Sheet = Awaited<ReturnType<typeof openSheet>>

/**
 * A document of A4 pages, written from top to bottom: the standard fonts of every PDF reader, which have all letters of
 * Portuguese. On each page stand the circle, the page's number and the ledger's head; in a demonstration also, in large
 * letters, that its money is fictitious.
 */
export async function openSheet(title: string, origin: Origin) {
  // With the first paper, not with the server: fonts and all, it is a tenth of what a start would load.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: FOOT },
    bufferPages: true,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: printable(`${title} — ${origin.circle}`),
      Author: 'Ciranda',
      CreationDate: new Date(origin.madeAt),
      ModDate: new Date(origin.madeAt),
    },
  })
  const pieces: Buffer[] = []
  doc.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  const width = doc.page.width - 2 * MARGIN
  const bottom = () => doc.page.height - FOOT
  doc.on('pageAdded', () => writeHead(doc, origin, width))
  writeHead(doc, origin, width)
  doc.font('Helvetica-Bold').fontSize(22).fillColor(INK).text(printable(title), { width })
  doc.moveDown(0.4)

  const keep = (height: number) => {
    if (doc.y + height > bottom()) doc.addPage()
  }

  const say = (text: string, { size = 11, color = INK, bold = false, gap = 0.5 } = {}) => {
    const words = printable(text)
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    // A line alone at the foot of a page says nothing; a longer text flows on by itself.
    keep(Math.min(doc.heightOfString(words, { width }), size * 3))
    doc.fillColor(color).text(words, MARGIN, doc.y, { width, lineGap: 2 })
    doc.moveDown(gap)
  }

  const heading = (text: string) => {
    doc.font('Helvetica-Bold').fontSize(13)
    keep(60)
    doc.moveDown(0.5)
    doc.fillColor(INK).text(printable(text), MARGIN, doc.y, { width })
    doc.moveDown(0.3)
  }

  /** Names with their values, one under the other. */
  const facts = (pairs: readonly (readonly [string, string])[]) => {
    const left = 140
    for (const [name, value] of pairs) {
      const words = printable(value)
      doc.font('Helvetica').fontSize(10.5)
      keep(doc.heightOfString(words, { width: width - left }) + 4)
      const { y } = doc
      doc.fillColor(QUIET).text(printable(name), MARGIN, y, { width: left - 10 })
      const after = doc.y
      doc.fillColor(INK).text(words, MARGIN + left, y, { width: width - left })
      doc.y = Math.max(after, doc.y) + 3
    }
    doc.moveDown(0.4)
  }

  /** A table whose head stands again on each page. `foot`: a last line in bold. */
  const table = (
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    { foot = null }: { foot?: readonly string[] | null } = {},
  ) => {
    const shares = columns.reduce((total, { share }) => total + share, 0)
    const widths = columns.map(({ share }) => (share / shares) * width)
    const line = (cells: readonly string[], { bold = false, shaded = false } = {}) => {
      doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(9)
      const texts = cells.map(printable)
      const height = Math.max(...texts.map((text, at) => doc.heightOfString(text, { width: widths[at]! - 8 }))) + 8
      if (doc.y + height > bottom()) {
        doc.addPage()
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
    keep(50)
    line(titles, { bold: true, shaded: true })
    for (const row of rows) line(row)
    if (foot) line(foot, { bold: true })
    doc.moveDown(0.8)
  }

  /** A picture, at most so high and half the width of the page. */
  const picture = (bytes: Buffer, height = 130) => {
    keep(height + 8)
    const { y } = doc
    doc.image(bytes, MARGIN, y, { fit: [width / 2, height] })
    doc.y = y + height + 8
  }

  const close = (): Promise<Buffer> => {
    const { start, count } = doc.bufferedPageRange()
    for (let at = start; at < start + count; at += 1) {
      doc.switchToPage(at)
      writeFoot(doc, origin, width, `Página ${at - start + 1} de ${count}`)
    }
    doc.end()
    return ended
  }

  return { say, heading, facts, table, picture, close }
}

function writeHead(doc: PDFKit.PDFDocument, { circle, operator, isDemonstration }: Origin, width: number): void {
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

function writeFoot(
  doc: PDFKit.PDFDocument,
  { madeAt, head: { seq, hash } }: Origin,
  width: number,
  page: string,
): void {
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

/** How a reader holds a paper to the ledger; at the end of every paper. */
export function sayHowToVerify(sheet: Sheet, { head: { seq, hash } }: Origin): void {
  sheet.heading('Como conferir')
  sheet.say(
    'Os valores e as datas vêm do livro do círculo, em que nada se apaga nem se muda sem que se veja. ' +
      "Cada 'nº' é um lançamento dele, e as oito letras e números ao lado são o começo do hash desse lançamento. " +
      'Para conferir, abra Livro no aplicativo, ou baixe de lá o livro e o programa verify-ledger.mjs e rode ' +
      "'node verify-ledger.mjs livro-da-ciranda.ndjson': o lançamento tem de estar lá, com esse começo.",
    { size: 9.5, color: QUIET },
  )
  sheet.say(`Quando este papel foi feito, o livro terminava no lançamento nº ${seq}, cujo hash inteiro é ${hash}.`, {
    size: 9.5,
    color: QUIET,
  })
}

/** The characters beyond Latin-1 that the standard fonts have (WinAnsi). */
const BEYOND = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/**
 * A text in the letters that the standard fonts have. A letter that they lack loses its marks (ễ becomes e); what has no such
 * letter becomes '?'. So a paper never shows signs of another alphabet as wrong ones.
 */
export function printable(text: string): string {
  let shown = ''
  for (const letter of text.normalize('NFC')) {
    if (isShown(letter)) shown += letter
    else if (/\s/u.test(letter)) shown += ' '
    else if (!/[\p{Cf}\p{Mn}\p{Cc}]/u.test(letter)) {
      const base = letter.normalize('NFKD').replaceAll(/\p{Mn}/gu, '')
      shown += base !== '' && [...base].every(isShown) ? base : '?'
    }
  }
  return shown
}

function isShown(letter: string): boolean {
  const code = letter.codePointAt(0)!
  return letter === '\n' || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || BEYOND.has(letter)
}
