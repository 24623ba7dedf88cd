import { Text } from '@mantine/core'
import { dayText } from '#web/text/dates.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { useNow } from '#web/ui/useNow.ts'
import type { Donation } from './api.ts'
import type { Side } from './status-text.ts'

/** Tells either side of a contribution that its month was left out, and when it comes up again. */
export function PausedNote({ donation, side }: { donation: Donation; side: Side }) {
  const now = useNow()
  const { id, paused_until: until, status } = donation
  if (until === null || status !== 'PENDING_PAYMENT') return null
  return (
    <>
      <Text size="sm" fw={600}>
        {Date.parse(until) <= now
          ? `A pausa terminou em ${dayText(until)}, e a contribuição é pedida de novo.`
          : side === 'donor'
            ? `Em pausa: esta contribuição é pedida de novo em ${dayText(until)}. Até lá não precisa pagar; se pagar antes, vale também.`
            : `Em pausa, decidida pela administração: ${donation.donor.firstName} paga a você a partir de ${dayText(until)}.`}
      </Text>
      <PaperButtons path={`/donations/${id}/pause/paper`} size="compact-sm">
        Baixar o papel da pausa (PDF)
      </PaperButtons>
    </>
  )
}
