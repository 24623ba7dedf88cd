import { Text } from '@mantine/core'
import { dayText } from '#web/text/dates.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { useNow } from '#web/ui/useNow.ts'
import type { Donation } from './api.ts'
import { Conversation } from './Conversation.tsx'
import { answerText, stoppedText } from './status-text.ts'
import { countdownText, deadlineText, untilText } from '#web/text/deadlines.ts'

const SOON_MS = 48 * 3_600_000

/** The state of a donation in a sentence: what is awaited, from whom and until when. */
export function DonationStatus({ donation, side }: { donation: Donation; side: 'donor' | 'receiver' }) {
  const now = useNow()
  const isRoda = useIsRoda()
  if (donation.waiting) {
    return (
      <Text size="sm">
        Você deve esta doação, e ela será pedida assim que alguém estiver na vez de receber. Não pague nada ainda.
      </Text>
    )
  }
  if (donation.status === 'PENDING_CONFIRMATION' && isRoda) return <Conversation donation={donation} side={side} />
  if (donation.status === 'PENDING_CONFIRMATION') {
    const awaited =
      side === 'donor'
        ? 'Comprovante enviado. Falta quem recebe confirmar.'
        : donation.allowed.includes('confirm')
          ? 'Comprovante enviado. Confira o seu extrato e confirme.'
          : 'Comprovante enviado.'
    return (
      <Text size="sm">
        {awaited}
        {donation.receipt_sent_at && ` Enviado em ${dayText(donation.receipt_sent_at)}.`}
        {answerText(donation, side)}
      </Text>
    )
  }
  const isSoon =
    donation.clock_stopped === null && donation.deadline !== null && Date.parse(donation.deadline) - now < SOON_MS
  // A deadline that a case holds has not passed, whatever day it was.
  const isHeld = donation.clock_stopped !== null && Date.parse(donation.deadline ?? '') <= now
  const due = (
    <div className="donation-due" data-soon={isSoon || undefined}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="8" cy="8" r="6.6" />
        <path d="M8 4.4V8l2.4 1.6" />
      </svg>
      <span>
        {isHeld
          ? null
          : isRoda
            ? untilText(donation.deadline, now)
            : donation.deadline
              ? deadlineText(donation.deadline, now)
              : `Prazo: ${countdownText(null, now)}`}
        {donation.clock_stopped && <span className="donation-stopped">{stoppedText(donation.clock_stopped)}</span>}
      </span>
    </div>
  )
  if (donation.paid === 0) return due
  return (
    <>
      <Conversation donation={donation} side={side} />
      {due}
    </>
  )
}
