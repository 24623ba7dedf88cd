import type { Draw } from './api.ts'
import { joinedWith, keptNumber, wasSent } from './kept-number.ts'

/**
 * How this device's own number fares in a draw: `gone` where the draw took it and no longer has it, or gave an order without it;
 * `replaced` where another stands for the same person, which their other device may have made; `unheard` where the draw lapsed for
 * want of it, though this device sent it; null where all is well.
 */
export type OwnNumberFault = 'gone' | 'replaced' | 'unheard' | null

export type KeptHere = { readonly commitment: string | null; readonly number: string | null; readonly sent: boolean }

export function faultOfOwnNumber(draw: Draw, kept: (draw: Draw, memberId: string) => KeptHere = keptHere) {
  const own = draw.members.find((member) => member.own)
  return own ? faultOf(draw, own, kept(draw, own.id)) : null
}

function faultOf(
  { phase }: Draw,
  own: Draw['members'][number],
  { commitment, number, sent }: KeptHere,
): OwnNumberFault {
  if (commitment === null) return null
  if (own.commitment === null) return 'gone'
  if (own.commitment !== commitment) return 'replaced'
  const isLeftOut = phase === 'done' && own.number === null
  const isAltered = own.number !== null && number !== null && own.number !== number
  if (isLeftOut || isAltered) return 'gone'
  return phase === 'lapsed' && own.number === null && sent ? 'unheard' : null
}

function keptHere({ circle_id: circleId, id: drawId }: Draw, memberId: string): KeptHere {
  const commitment = joinedWith({ circleId, drawId, memberId })
  return { commitment, number: keptNumber(drawId, memberId), sent: wasSent(drawId, memberId) }
}

export const ownNumberText: Readonly<Record<NonNullable<OwnNumberFault>, { title: string; text: string }>> = {
  gone: {
    title: 'O seu número sumiu do sorteio',
    text: 'Este aparelho entrou com um número, o servidor confirmou, e agora ele não está mais lá, ou não contou. Assim a ordem pode ter sido escolhida. Mostre isto no grupo e peça outro sorteio.',
  },
  replaced: {
    title: 'No seu lugar está outro número',
    text: 'Outro aparelho entrou por você neste sorteio. Se foi você, abra o sorteio nesse aparelho. Se não foi, mostre isto no grupo e peça outro sorteio.',
  },
  unheard: {
    title: 'O seu número foi mandado e não chegou',
    text: 'O sorteio caducou por faltar o seu número, e este aparelho o tinha mandado. Pode ter sido a rede. Se acontecer de novo, mostre isto no grupo: quem cuida do servidor pode estar esperando a ordem que quer.',
  },
}
