import { weekdayText } from './dates.ts'

/** Whether a problem with a donation is open: then nobody is awaited, and no time to answer runs out (server/donations/expire.ts). */
export const isDisputed = ({
  is_reported: isReported,
  report_resolved: isResolved,
}: {
  readonly is_reported: boolean
  readonly report_resolved: boolean
}): boolean => isReported && !isResolved

/** From whom a donor's confirmation is awaited, and until when (an instant); or that this is over, and nothing is theirs to do. */
export function awaitedText(name: string, due: string, isLate: boolean): string {
  return isLate
    ? `${name} não respondeu até ${weekdayText(due)}, e a administração foi avisada. Você não precisa fazer nada.`
    : `${name} tem até ${weekdayText(due)}, para confirmar.`
}
