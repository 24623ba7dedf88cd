import type { Origin } from './paper.ts'
import { printable } from './pdf-letters.ts'
import { FOOT, INK, keep, MARGIN, QUIET, writeFoot, writeHead } from './pdf-page.ts'
import { writeFacts, writeTable } from './pdf-table.ts'
import type { Column } from './pdf-table.ts'

export type Sheet = Awaited<ReturnType<typeof openSheet>>

/**
 * A document of A4 pages, written from top to bottom: the standard fonts of every PDF reader, which have all letters of
 * Portuguese. On each page stand the circle, the page's number and the ledger's head; in a demonstration also, in large
 * letters, that its money is fictitious.
 */
export async function openSheet(title: string, origin: Origin) {
  const { doc, ended } = await beginDocument(title, origin)
  const width = doc.page.width - 2 * MARGIN
  const pen = { doc, width }
  doc.on('pageAdded', () => writeHead(pen, origin))
  writeHead(pen, origin)
  doc.font('Helvetica-Bold').fontSize(22).fillColor(INK).text(printable(title), { width })
  doc.moveDown(0.4)

  const say = (text: string, { size = 11, color = INK, bold = false, gap = 0.5 } = {}) => {
    const words = printable(text)
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    // A line alone at the foot of a page says nothing; a longer text flows on by itself.
    keep(pen, Math.min(doc.heightOfString(words, { width }), size * 3))
    doc.fillColor(color).text(words, MARGIN, doc.y, { width, lineGap: 2 })
    doc.moveDown(gap)
  }

  const heading = (text: string) => {
    doc.font('Helvetica-Bold').fontSize(13)
    keep(pen, 60)
    doc.moveDown(0.5)
    doc.fillColor(INK).text(printable(text), MARGIN, doc.y, { width })
    doc.moveDown(0.3)
  }

  /** A picture, at most so high and half the width of the page. */
  const picture = (bytes: Buffer, height = 130) => {
    keep(pen, height + 8)
    const { y } = doc
    doc.image(bytes, MARGIN, y, { fit: [width / 2, height] })
    doc.y = y + height + 8
  }

  const close = (): Promise<Buffer> => {
    const { start, count } = doc.bufferedPageRange()
    for (let at = start; at < start + count; at += 1) {
      doc.switchToPage(at)
      writeFoot(pen, origin, `Página ${at - start + 1} de ${count}`)
    }
    doc.end()
    return ended
  }

  return {
    say,
    heading,
    facts: (pairs: Parameters<typeof writeFacts>[1]) => writeFacts(pen, pairs),
    table: (
      columns: readonly Column[],
      rows: readonly (readonly string[])[],
      ends?: Parameters<typeof writeTable>[3],
    ) => writeTable(pen, columns, rows, ends),
    picture,
    close,
  }
}

/** An empty document, and its bytes once it is ended. */
async function beginDocument(title: string, origin: Origin) {
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
  return { doc, ended }
}

/** How a reader holds a paper to the ledger; at the end of every paper. */
export function sayHowToVerify(sheet: Sheet, { head: { seq, hash } }: Origin): void {
  sheet.heading('Como conferir')
  sheet.say(
    'Os valores e as datas vêm do livro do círculo, em que nada se apaga nem se muda sem que se veja. ' +
      "Cada 'nº' é um lançamento dele, e as oito letras e números ao lado são o começo da marca (SHA-256) desse lançamento. " +
      'Para conferir, abra Livro no aplicativo, ou baixe de lá o livro e o programa verify-ledger.mjs e rode ' +
      "'node verify-ledger.mjs livro-da-ciranda.ndjson': o lançamento tem de estar lá, com esse começo.",
    { size: 9.5, color: QUIET },
  )
  sheet.say(`Quando este papel foi feito, o livro terminava no lançamento nº ${seq}, cuja marca inteira é ${hash}.`, {
    size: 9.5,
    color: QUIET,
  })
}
