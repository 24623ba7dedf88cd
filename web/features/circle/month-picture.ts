import { summaryLines } from './month-summary.ts'
import type { MonthSummary } from './month-summary.ts'

/** The size in which messengers show a picture whole. */
export const PICTURE = { width: 1080, height: 1350 } as const

const COLOURS = { paper: '#0b5c55', words: '#ffffff', quiet: '#bfe0d8', paid: '#f2b84b', open: '#2f7f76' } as const
const RING = { x: PICTURE.width / 2, y: 430, radius: 250, dot: 34 } as const
const MARGIN = 80

/** Draws the month on this device: a dot for each who gives, filled for those who paid, and the lines of the message. */
export function drawMonth(canvas: HTMLCanvasElement, month: MonthSummary): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = COLOURS.paper
  pen.fillRect(0, 0, PICTURE.width, PICTURE.height)
  pen.textAlign = 'center'
  const { paid, asked } = month.result.ring.people
  for (let at = 0; at < asked; at += 1) {
    const turn = (at / asked) * 2 * Math.PI - Math.PI / 2
    pen.beginPath()
    // No dot is a person's own place: those who paid stand first, whoever they are.
    pen.arc(RING.x + RING.radius * Math.cos(turn), RING.y + RING.radius * Math.sin(turn), dotOf(asked), 0, 2 * Math.PI)
    pen.fillStyle = at < paid ? COLOURS.paid : COLOURS.open
    pen.fill()
  }
  pen.fillStyle = COLOURS.words
  if (asked > 0) writes(pen, `${paid} de ${asked}`, { y: RING.y + 26, size: 76, isBold: true })
  const [title, ...lines] = summaryLines(month)
  writes(pen, title!, { y: 110, size: 56, isBold: true })
  let y = 810
  for (const line of lines) {
    y = writes(pen, line, { y, size: 50, isBold: false }) + 24
    pen.fillStyle = COLOURS.quiet
  }
}

const dotOf = (of: number) => Math.min(RING.dot, (Math.PI * RING.radius) / Math.max(of, 1) / 1.3)

/** Writes a text in as many lines as it needs; answers where the next one stands. */
function writes(
  pen: CanvasRenderingContext2D,
  text: string,
  { y, size, isBold }: { y: number; size: number; isBold: boolean },
): number {
  pen.font = `${isBold ? '700 ' : ''}${size}px system-ui, sans-serif`
  let [line, at] = ['', y]
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && pen.measureText(longer).width > PICTURE.width - 2 * MARGIN) {
      pen.fillText(line, PICTURE.width / 2, at)
      ;[line, at] = [word, at + size * 1.25]
    } else line = longer
  }
  pen.fillText(line, PICTURE.width / 2, at)
  return at + size * 1.25
}
