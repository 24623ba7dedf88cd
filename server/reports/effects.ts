import type { Command } from '#circle/circle.ts'
import type { CircleState, DonationOutcome } from '#circle/state.ts'
import type { ReportCase } from '#contracts/entities/case.ts'
import { donationOutcomes } from '#contracts/labels.ts'
import { tryCommand } from '#server/circle-store/try-command.ts'

/**
 * How each outcome that the rules accept now would leave the donation, by the decision of an open case or of an appeal. Refused ones are
 * left out.
 */
export function effectsOf(
  present: { readonly state: CircleState; readonly now: number },
  { id: reportId, donationId }: { readonly id: string; readonly donationId: string },
  of: 'report' | 'appeal',
): ReportCase['outcomes'] {
  return donationOutcomes.flatMap((outcome) => {
    const command: Command =
      of === 'report'
        ? { kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome }
        : { kind: 'decide_appeal', reportId, donationId, decision: 'CHANGED', outcome }
    const tried = tryCommand(present, command)
    return tried.ok ? [{ outcome, effect: effectOf(present.state, tried.state, donationId, outcome) }] : []
  })
}

function effectOf(before: CircleState, after: CircleState, donationId: string, outcome: DonationOutcome) {
  const isOpen = after.donations.has(donationId)
  if (outcome === 'confirm') return isOpen ? 'part' : 'counts'
  const donation = before.donations.get(donationId)
  if (!donation || isOpen) return 'stays'
  return after.obligations.has(donation.obligationId) ? 'again' : 'void'
}
