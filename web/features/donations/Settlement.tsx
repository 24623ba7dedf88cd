import { Text } from '@mantine/core'
import { WordsMark } from '#web/ui/WordsMark.tsx'
import type { HistoryDonation } from './api.ts'

/** The administration's doing and its reason, for both of the donation's people. */
export function Settlement({
  settlement: { outcome, reason, proof },
}: {
  settlement: NonNullable<HistoryDonation['settlement']>
}) {
  return (
    <div className="history-settlement">
      <Text size="sm" fw={600}>
        {outcome === 'confirm' ? 'Confirmada pela administração' : 'A administração cancelou'}
      </Text>
      {reason && (
        <Text size="sm" className="wrap-anywhere history-reason">
          Motivo: {reason}
        </Text>
      )}
      <WordsMark text={reason} proof={proof} />
    </div>
  )
}
