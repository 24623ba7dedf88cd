import { drawOrder } from '#circle/draw.ts'
import { numberText, secretText } from '#circle/committed-texts.ts'
import type { Draw } from './api.ts'

/**
 * Repeats a draw that is over, on this device: the secret and every number are those committed to, and the order follows
 * from them. Answers what is wrong, in Portuguese; null when all is right.
 */
export function faultOfDraw(draw: Draw, sha256: (text: string) => string): string | null {
  const { circle_id: circleId, id: drawId, secret, order, members } = draw
  if (secret === null || order === null) return 'Este sorteio ainda não terminou.'
  const of = { circleId, drawId }
  if (sha256(secretText(of, secret)) !== draw.commitment) return 'O segredo revelado não é o que tinha sido guardado.'
  const shown = members.flatMap(({ id, number }) => (number === null ? [] : [[id, number] as const]))
  for (const { id, number, commitment } of members)
    if (number !== null && sha256(numberText(of, id, number)) !== commitment)
      return 'Um dos números mostrados não é o que tinha sido guardado.'
  const memberIds = members.flatMap(({ id, places }) => Array.from({ length: places }, () => id))
  const own = drawOrder(of, { memberIds, secret, numbers: new Map(shown) }, sha256)
  return own.join() === order.join() ? null : 'A ordem não é a que segue do segredo e dos números.'
}
