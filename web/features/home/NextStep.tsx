import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { failureText } from '#web/api/client.ts'
import { isConnected, onConnectionChange } from '#web/api/connection.ts'
import { Listen } from '#web/ui/Listen.tsx'
import { ErrorState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { receiveQuery, sendQuery } from './api.ts'
import type { Reading } from '#web/ui/lacking.ts'
import { isResting, nextStep } from './next-step.ts'
import type { Step } from './next-step.ts'
import { StepPicture } from './StepPicture.tsx'

type StepProps = {
  readonly isApproved: boolean
  readonly other: Step | null
  /** Comes before everything: others wait for it. */
  readonly first?: Step | null
  /** A roda tells deadlines in days, and draws the step. */
  readonly isRoda?: boolean
  /** The answer where nothing is to be done: when the reader's turn is. */
  readonly rest?: Step | null
  /** A reading that is not there and may have something to do: while there is a network, nobody is told that nothing is. */
  readonly lacking?: Reading | null
  /** Only what is to be done is said: the circle has ended, and all that there may be is a payment that was owed. */
  readonly isOver?: boolean
}

/**
 * The member's next step and its deadline: confirm a payment, pay what is due, what else the circle waits for, or nothing.
 */
export function NextStep(props: StepProps) {
  const { isApproved, other, first = null, isRoda = false, rest = null, lacking = null, isOver = false } = props
  const toSend = useQuery(sendQuery)
  const toReceive = useQuery(receiveQuery)
  const now = useNow()
  const isReached = useSyncExternalStore(onConnectionChange, isConnected, () => true)
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
  // Without a network every page says that it shows what was read before.
  if (lacking && isReached && isResting(step, rest))
    return lacking.error ? (
      <Unread {...lacking} otherwise="Não foi possível ler se há algo a fazer" />
    ) : (
      <LoadingRows rows={1} />
    )
  if (isOver && (action === null || step.kind === 'coming')) return null
  return (
    <Paper withBorder p="lg" className="next-step" data-roda={isRoda || undefined}>
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
