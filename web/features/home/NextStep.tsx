import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { deadlineText, dueText, untilText } from '#web/text/dates.ts'
import { Listen } from '#web/ui/Listen.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { receiveQuery, sendQuery } from './api.ts'
import { StepPicture } from './StepPicture.tsx'
import type { StepKind } from './StepPicture.tsx'
import type { Donation } from './api.ts'

/** A thing to do: where, and until when. */
export type Step = {
  readonly title: string
  readonly text: string
  readonly action: string | null
  readonly to: '/donations' | '/draw' | '/beginning' | '/profile/chave'
  readonly search?: { readonly doacao: string }
  readonly kind?: StepKind
}

type StepProps = {
  readonly isApproved: boolean
  readonly other?: Step | null
  /** Comes before everything: others wait for it. */
  readonly first?: Step | null
  /** A roda tells deadlines in days, and draws the step. */
  readonly isRoda?: boolean
  /** The answer where nothing is to be done: when the reader's turn is. */
  readonly rest?: Step | null
}

/**
 * The member's next step and its deadline: confirm a payment, pay what is due, what else the circle waits for, or nothing.
 */
export function NextStep({ isApproved, other = null, first = null, isRoda = false, rest = null }: StepProps) {
  const toSend = useQuery(sendQuery)
  const toReceive = useQuery(receiveQuery)
  const now = useNow()
  const error = toSend.error ?? toReceive.error
  if (error && (!toSend.data || !toReceive.data)) {
    return (
      <ErrorState
        message={failureText(error, 'Erro ao carregar dados das doações')}
        onRetry={() => void Promise.all([toSend.refetch(), toReceive.refetch()])}
      />
    )
  }
  if (!toSend.data || !toReceive.data) return <LoadingRows rows={1} />
  const step = first ?? nextStep(toSend.data, toReceive.data, now, { isApproved, other, isRoda, rest })
  const { title, text, action, to, search } = step
  return (
    <Paper withBorder p="lg" radius="md" className="next-step" data-roda={isRoda || undefined}>
      <Group justify={isRoda ? undefined : 'space-between'}>
        {isRoda && <StepPicture kind={step.kind ?? 'draw'} />}
        {/* Beside the picture where there is room, below it on a phone. */}
        <div style={{ minWidth: 0, flex: isRoda ? '1 1 240px' : undefined }}>
          {!isRoda && (
            <Text size="sm" c="dimmed">
              O que fazer agora
            </Text>
          )}
          <Title order={2} size="h3" className="wrap-anywhere">
            {title}
          </Title>
          <Text>{text}</Text>
        </div>
        {action && (
          <Button component={Link} to={to} search={(search ?? {}) as never} mih={44}>
            {action}
          </Button>
        )}
        {isRoda && <Listen text={`${title}. ${text}`} />}
      </Group>
    </Paper>
  )
}

export function nextStep(
  toSend: readonly Donation[],
  toReceive: readonly Donation[],
  now: number,
  { isApproved = true, other = null, isRoda = false, rest = null }: Partial<Omit<StepProps, 'first'>> = {},
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
      text: 'A administração confere cada cadastro. Quando o seu for aprovado, esta tela avisa sozinha.',
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
