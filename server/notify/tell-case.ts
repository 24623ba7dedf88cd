import type { CircleEvent } from '#circle/state.ts'
import { partiesOf } from './telling.ts'
import type { Telling } from './telling.ts'

/** Tells both parties of a report about their donation. */
export function tellCase(event: CircleEvent, telling: Telling): void {
  const { events, say, tell } = telling
  switch (event.kind) {
    case 'donation.reported':
      for (const party of partiesOf(telling, event.donationId)) {
        // A report that its author did not ask for, or that nobody did, is told to both.
        if (events.some(({ kind }) => kind === 'donation.receipt_rejected')) say(party, 'case.opened', caseOf(event))
        else if (event.reporterId === null) say(party, 'case.opened', { ...caseOf(event), byAdministration: true })
        else tell(party, 'case.opened', caseOf(event))
      }
      break
    case 'report.status_changed':
      for (const party of partiesOf(telling, event.donationId)) tell(party, 'case.moved', caseOf(event))
      break
    case 'report.ended': {
      // Open by its case alone, it ends with that whatever was decided.
      const isCancelled = events.some((one) => one.kind === 'donation.cancelled' && one.donationId === event.donationId)
      const isPaid = events.some(({ kind }) => kind === 'donation.confirmed') && event.outcome === 'keep'
      for (const party of partiesOf(telling, event.donationId))
        tell(party, 'case.ended', {
          ...caseOf(event),
          outcome: isCancelled ? 'cancel' : event.outcome,
          isDismissed: event.status === 'DISMISSED',
          ...(isPaid ? { isPaid } : {}),
        })
      break
    }
    default:
  }
}

function caseOf({ donationId, reportId }: { donationId: string; reportId: string }) {
  return { donationId, reportId }
}
