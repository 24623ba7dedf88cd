import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moneyText } from '#contracts/money-text.ts'
import { failureText } from '#web/api/client.ts'
import { deadlineText, dueText } from '#web/text/dates.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { receiveQuery, sendQuery } from './api.ts'
import type { Donation } from './api.ts'

/** A thing to do: where, and until when. */
export type Step = {
  readonly title: string
  readonly text: string
  readonly action: string | null
  readonly to: '/donations' | '/draw'
}

/**
 * The member's next step and its deadline: confirm a payment, pay what is due, what else the circle waits for, or nothing.
 */
export function NextStep({ isApproved, other = null }: { isApproved: boolean; other?: Step | null }) {
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
  const { title, text, action, to } = nextStep(toSend.data, toReceive.data, now, { isApproved, other })
  return (
    <Paper withBorder p="lg" radius="md" className="next-step">
      <Group justify="space-between">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" c="dimmed">
            O que fazer agora
          </Text>
          <Title order={2} size="h3" className="wrap-anywhere">
            {title}
          </Title>
          <Text>{text}</Text>
        </div>
        {action && (
          <Button component={Link} to={to}>
            {action}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

export function nextStep(
  toSend: readonly Donation[],
  toReceive: readonly Donation[],
  now: number,
  { isApproved = true, other = null }: { isApproved?: boolean; other?: Step | null } = {},
): Step {
  const to = '/donations'
  const toConfirm = toReceive.filter((donation) => donation.status === 'PENDING_CONFIRMATION')
  if (toConfirm.length > 0) {
    const [first] = toConfirm
    return {
      title: `Confira ${moneyText(first!.amount)} de ${first!.donor.name}`,
      text: 'O comprovante chegou. Veja no seu extrato e confirme.',
      action: 'Conferir',
      to,
    }
  }
  const toPay = toSend.filter((donation) => donation.status === 'PENDING_PAYMENT' && !donation.waiting)
  if (toPay.length > 0) {
    const [first] = toPay
    return {
      title: `Doe ${moneyText(first!.amount)} para ${first!.receiver?.name ?? ''}`,
      text: first!.deadline ? deadlineText(first!.deadline, now) : dueText(null, now),
      action: 'Ver como pagar',
      to,
    }
  }
  if (toSend.some((donation) => donation.status === 'PENDING_CONFIRMATION')) {
    return {
      title: 'Aguarde a confirmação',
      text: 'Seu comprovante foi enviado. Falta quem recebe confirmar.',
      action: 'Ver doações',
      to,
    }
  }
  if (toReceive.length > 0)
    return {
      title: 'Doações a caminho',
      text: `${toReceive.length} a receber. Você verá aqui quando um comprovante chegar.`,
      action: 'Ver doações',
      to,
    }
  if (!isApproved)
    return {
      title: 'Aguarde a aprovação',
      text: 'A administração confere cada cadastro. Quando o seu for aprovado, esta tela avisa sozinha.',
      action: null,
      to,
    }
  if (other) return other
  return {
    title: 'Nada a fazer agora',
    text: 'Quando houver algo a pagar ou a confirmar, aparece aqui.',
    action: null,
    to,
  }
}
