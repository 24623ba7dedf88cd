import { whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import type { JoinLink } from './api.ts'

/** An invitation's state in a few words. */
export function stateText({ state, uses_max, personal, expires_at }: JoinLink): string {
  if (state === 'revoked') return 'Cancelado'
  if (state === 'expired') return `Venceu em ${dayText(expires_at)}`
  if (state === 'used_up') return personal || uses_max === 1 ? 'Usado' : `Usado por todas as ${uses_max} pessoas`
  return `Vale até ${dayText(expires_at)}`
}

/** How many came through a shared invitation that still holds. */
export function usesText({ state, uses, uses_max, personal }: JoinLink): string | null {
  if (state !== 'open' || personal) return null
  return `Usado por ${uses} de ${uses_max} ${uses_max === 1 ? 'pessoa' : 'pessoas'}`
}

export function titleOf({ label, invited, personal }: JoinLink): string {
  return label ?? invited?.name ?? (personal ? 'Convite pessoal' : 'Convite')
}

/** The WhatsApp address with the invitation written out: to whom it is for, or to a group; null for who has no phone. */
export function inviteByWhatsapp(
  { invited, personal }: Pick<JoinLink, 'invited' | 'personal'>,
  link: string | null,
  circleName: string,
): string | null {
  if (link === null) return null
  if (!personal) {
    const text = `Este é o convite para participar de ${circleName}, na Ciranda. Leia o que o grupo faz e, se quiser, faça o seu cadastro: ${link}`
    return `https://wa.me/?text=${encodeURIComponent(text)}`
  }
  if (!invited?.phone) return null
  return whatsappLink(
    { phone: invited.phone },
    `Olá, ${invited.name}! Você foi convidado a participar do círculo ${circleName} na Ciranda. Leia o que ele faz e, se quiser, faça o seu cadastro: ${link}`,
  )
}
