import sharp from 'sharp'
import type { Sharp } from 'sharp'

// The digits and letters as 5 × 7 dots, row by row, so that receipts look the same on machines with other fonts or
// none.
const glyphs: Record<string, string> = {
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '1': '00100 01100 00100 00100 00100 00100 01110',
  '2': '01110 10001 00001 00010 00100 01000 11111',
  '3': '11111 00010 00100 00010 00001 10001 01110',
  '4': '00010 00110 01010 10010 11111 00010 00010',
  '5': '11111 10000 11110 00001 00001 10001 01110',
  '6': '00110 01000 10000 11110 10001 10001 01110',
  '7': '11111 00001 00010 00100 01000 01000 01000',
  '8': '01110 10001 10001 01110 10001 10001 01110',
  '9': '01110 10001 10001 01111 00001 00010 01100',
  A: '01110 10001 10001 11111 10001 10001 10001',
  C: '01110 10001 10000 10000 10000 10001 01110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  I: '01110 00100 00100 00100 00100 00100 01110',
  O: '01110 10001 10001 10001 10001 10001 01110',
  P: '11110 10001 10001 11110 10000 10000 10000',
  R: '11110 10001 10001 11110 10100 10010 10001',
  S: '01111 10000 10000 01110 00001 00001 11110',
  X: '10001 10001 01010 00100 01010 10001 10001',
  ':': '00000 00100 00100 00000 00100 00100 00000',
  ',': '00000 00000 00000 00000 00110 00100 01000',
  $: '00100 01111 10100 01110 00101 11110 00100',
}

type Page = { data: Buffer; width: number; height: number }

function write(
  page: Page,
  text: string,
  { x, y, dot, grey }: { x: number; y: number; dot: number; grey: number },
): void {
  for (const [place, sign] of [...text].entries()) {
    const dots = (glyphs[sign] ?? '').replaceAll(' ', '')
    for (let at = 0; at < dots.length; at++) {
      if (dots[at] === '0') continue
      const [left, top] = [x + (place * 6 + (at % 5)) * dot, y + Math.floor(at / 5) * dot]
      for (let row = top; row < top + dot; row++)
        page.data.fill(grey, row * page.width + left, row * page.width + left + dot)
    }
  }
}

/**
 * A bank's receipt as a phone shows it, 1080 × 2340, as PNG: a coloured header, the amount in bold, the time in small
 * grey print.
 */
export async function receipt(amount = '100,00', time = '12:41:06'): Promise<Buffer> {
  const page: Page = { data: Buffer.alloc(1080 * 2340, 255), width: 1080, height: 2340 }
  write(page, `R$ ${amount}`, { x: 60, y: 380, dot: 9, grey: 0x11 })
  const lines = ['PIX', 'RECIPE 529 982', 'CPF 982 247', 'APICE 1234', 'COPA 56789 0', 'PIX E18236120202405011241S']
  for (const [at, line] of lines.entries()) write(page, line, { x: 60, y: 600 + at * 120, dot: 5, grey: 0x44 })
  write(page, time, { x: 60, y: 1800, dot: 3, grey: 0x88 })
  const head = await sharp({ create: { width: 1080, height: 220, channels: 3, background: '#820ad1' } })
    .png()
    .toBuffer()
  // The blur imitates the smooth edges of real print.
  return sharp(page.data, { raw: { width: 1080, height: 2340, channels: 1 } })
    .toColourspace('srgb')
    .blur(0.7)
    .composite([{ input: head, top: 0, left: 0 }])
    .png()
    .toBuffer()
}

/** A picture of noise, which compresses badly in every format. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
}

/** A picture of one colour. */
export function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 220 } } })
}
