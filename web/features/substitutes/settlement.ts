import { moneyText } from '#contracts/money-text.ts'
import { monthText } from '#web/text/dates.ts'

type Sums = { readonly given: number; readonly received: number }

/** The sums of a place, or of so many, in one sentence. */
export const sumsText = ({ given, received }: Sums, places = 1): string =>
  places > 1
    ? `Os ${places} lugares já deram ${moneyText(given)} e receberam ${moneyText(received)}.`
    : `O lugar já deu ${moneyText(given)} e recebeu ${moneyText(received)}.`

type Open = { readonly count: number; readonly amount: number }

const counted = ({ count, amount }: Open): string =>
  `${count === 1 ? 'uma doação' : `${count} doações`} (${moneyText(amount)})`

/** The open donations of a place, which go to whoever takes it over. */
export function openText({ owes, owed }: { readonly owes: Open; readonly owed: Open }, newcomer: string): string {
  const parts = [
    ...(owes.count > 0 ? [`deve ${counted(owes)}`] : []),
    ...(owed.count > 0 ? [`tem a receber ${counted(owed)}`] : []),
  ]
  if (parts.length === 0) return 'Agora nada está em aberto.'
  return `Agora ${parts.join(' e ')}: ${parts.length > 1 ? 'tudo isso' : 'isso'} passa a ${newcomer}, com os mesmos prazos.`
}

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

type Still = { readonly give: number; readonly receive: number; readonly turns: readonly string[] }

/** The future of a place, or of so many, if everybody pays, for whoever takes it over. */
export function stillText({ give, receive, turns }: Still, places = 1): string {
  const when =
    turns.length === 0 || receive === 0
      ? ''
      : `, ${turns.length > 1 ? 'nas vezes' : 'na vez'} de ${turns.map(monthText).join(' e de ')}`
  const [what, gives, receives] = places > 1 ? [`os ${places} lugares`, 'dão', 'recebem'] : ['o lugar', 'dá', 'recebe']
  return `Se todos pagarem, ${what} ainda ${gives} ${moneyText(give)} e ${receives} ${moneyText(receive)}${when}.`
}
