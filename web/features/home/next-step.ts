import { moneyText } from '#contracts/money-text.ts'
import type { Donation } from '#web/api/together.ts'
import { deadlineText, dueText, untilText } from '#web/text/deadlines.ts'
import type { StepKind } from './step-drawings.ts'

/** A thing to do: where, and until when. */
export type Step = {
  readonly title: string
  readonly text: string
  readonly action: string | null
  readonly to: '/donations' | '/draw' | '/beginning' | '/profile/chave'
  readonly search?: { readonly doacao: string }
  readonly kind?: StepKind
}

type Circumstances = {
  readonly isApproved: boolean
  readonly isRoda: boolean
  /** The circle waits for it from the reader. */
  readonly other: Step | null
  /** The answer where nothing is to be done. */
  readonly rest: Step | null
}

/** The first of what is there to be done. Written without the library: home's first look is drawn by it too. */
export function nextStep(
  toSend: readonly Donation[],
  toReceive: readonly Donation[],
  now: number,
  { isApproved, other, isRoda, rest }: Circumstances,
): Step {
  const to = '/donations'
  const toConfirm = toReceive.filter((donation) => donation.status === 'PENDING_CONFIRMATION')
  if (toConfirm.length > 0) {
    const [first] = toConfirm
    return {
      title: `Confira ${moneyText(first!.receipt_amount ?? first!.amount)} de ${first!.donor.name}`,
      text: 'O comprovante chegou. Veja no seu extrato e confirme.',
      action: 'Conferir',
      to,
      kind: 'confirm',
      ...(isRoda ? { search: { doacao: first!.id } } : {}),
    }
  }
  const toPay = toSend.filter((donation) => donation.status === 'PENDING_PAYMENT' && !donation.waiting)
  if (toPay.length > 0) {
    const [first] = toPay
    return {
      title: `Doe ${moneyText(first!.missing)} para ${first!.receiver?.name ?? ''}`,
      text: dueBy(first!.deadline, now, isRoda),
      action: 'Ver como pagar',
      to,
      kind: 'pay',
      ...(isRoda ? { search: { doacao: first!.id } } : {}),
    }
  }
  if (toSend.some((donation) => donation.status === 'PENDING_CONFIRMATION')) {
    return {
      title: 'Aguarde a confirmação',
      text: 'Seu comprovante foi enviado. Falta quem recebe confirmar.',
      action: 'Ver doações',
      to,
      kind: 'wait',
    }
  }
  if (toReceive.length > 0)
    return {
      title: 'Doações a caminho',
      text: `${toReceive.length} a receber. Você verá aqui quando um comprovante chegar.`,
      action: 'Ver doações',
      to,
      kind: 'coming',
    }
  if (!isApproved)
    return {
      title: 'Aguarde a aprovação',
      text: `${isRoda ? 'Quem organiza' : 'A administração'} confere cada cadastro. Quando o seu for aprovado, esta tela avisa sozinha.`,
      action: null,
      to,
      kind: 'wait',
    }
  if (other) return other
  if (rest) return rest
  return {
    title: 'Nada a fazer agora',
    text: 'Quando houver algo a pagar ou a confirmar, aparece aqui.',
    action: null,
    to,
  }
}

function dueBy(deadline: string | null, now: number, isRoda: boolean): string {
  if (isRoda) return `${untilText(deadline, now)}.`
  return deadline ? deadlineText(deadline, now) : dueText(null, now)
}
