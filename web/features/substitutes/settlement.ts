import { moneyText } from '#contracts/money-text.ts'
import { monthText } from '#web/text/dates.ts'

type Sums = { readonly given: number; readonly received: number }

/** The sums of a place in one sentence. */
export const sumsText = ({ given, received }: Sums): string =>
  `O lugar já deu ${moneyText(given)} e recebeu ${moneyText(received)}.`

/** How the two settle between them, outside of Ciranda, as one of them reads it. */
export function settlementText({ given, received }: Sums, reader: 'leaver' | 'newcomer'): string {
  const balance = Math.round((given - received) * 100) / 100
  if (balance === 0) return 'Entre vocês não há nada a acertar.'
  const amount = moneyText(Math.abs(balance))
  const isToLeaver = balance > 0
  if (reader === 'leaver')
    return isToLeaver
      ? `Quem vem devolve a você ${amount}, que ainda vai receber da roda. Combinem como, fora da Ciranda.`
      : `Você recebeu ${amount} a mais do que deu, e quem vem vai dar por você. Entregue a quem vem ${amount}, fora da Ciranda.`
  return isToLeaver
    ? `Você devolve a quem sai ${amount}, que ainda vai receber da roda. Combinem como, fora da Ciranda.`
    : `Quem sai recebeu ${amount} a mais do que deu, e você vai dar por essa pessoa. Receba dela ${amount}, fora da Ciranda.`
}

/** The future of a place if everybody pays, for whoever takes it over. */
export function stillText({
  give,
  receive,
  turns,
}: {
  readonly give: number
  readonly receive: number
  readonly turns: readonly string[]
}): string {
  const when =
    turns.length === 0 || receive === 0
      ? ''
      : `, ${turns.length > 1 ? 'nas vezes' : 'na vez'} de ${turns.map(monthText).join(' e de ')}`
  return `Se todos pagarem, o lugar ainda dá ${moneyText(give)} e recebe ${moneyText(receive)}${when}.`
}
