import { Buffer } from 'node:buffer'
import sharp from 'sharp'

// Files as phones and banks make them, made here from nothing.

/**
 * A photo of 12 megapixels whose camera was held upright: 4000 × 3000 as stored, 3000 × 4000 as seen (EXIF orientation
 * 6), red above and blue below.
 */
export async function phonePhoto(): Promise<Buffer> {
  const half = { width: 2000, height: 3000, channels: 3 as const }
  const [red, blue] = await Promise.all(
    ['#c8102e', '#1d4ed8'].map((background) =>
      sharp({ create: { ...half, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#fff' } })
    .composite([
      { input: red!, left: 0, top: 0 },
      { input: blue!, left: 2000, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** The first bytes of an iPhone's picture, and nothing of a picture. */
export function heicHeader(): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)])
}

/** A PDF of one page, as a bank's receipt: with letters that it does not bring along. `isLocked`: with a password. */
export function receiptPdf(text: string, { isLocked = false } = {}): Buffer {
  const content = `BT /F1 28 Tf 60 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${'5a'.repeat(32)}> /U <${'3c'.repeat(32)}> >>`,
  ]
  let written = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = written.length
    written += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const locked = isLocked ? `/Encrypt 6 0 R /ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>]` : ''
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${locked} >>`
  return Buffer.from(`${written}${end}\nstartxref\n${written.length}\n%%EOF\n`, 'latin1')
}
