import { weekdayText } from '#web/text/dates.ts'
import type { Donation } from './api.ts'
import { answerText } from './status-text.ts'
import type { Side } from './status-text.ts'

/** One line of a donation's story: who did what, and when. `next` is what is awaited now. */
export type Said = { readonly text: string; readonly at: string | null; readonly is: 'done' | 'bad' | 'next' }

type Told = Pick<
  Donation,
  'donor' | 'receiver' | 'status' | 'rejections' | 'receipt_sent_at' | 'receipt_seen_at' | 'endedAt'
> &
  Pick<Donation, 'answer_due' | 'late'>

/** The story of a donation so far, as the two would tell it each other; empty while nobody has done anything. */
export function conversationOf(donation: Told, side: Side): Said[] {
  const donor = side === 'donor' ? 'Você' : donation.donor.firstName
  const receiver = side === 'receiver' ? 'Você' : (donation.receiver?.firstName ?? 'Quem recebe')
  const said: Said[] = []
  const says = (text: string, at: string | null, is: Said['is'] = 'done') => said.push({ text, at, is })
  for (const { sent_at, rejected_at } of donation.rejections) {
    says(`${donor} pagou`, sent_at)
    says(`${receiver} não encontrou o dinheiro`, rejected_at, 'bad')
  }
  if (donation.receipt_sent_at !== null) says(`${donor} pagou`, donation.receipt_sent_at)
  if (donation.receipt_seen_at !== null) says(`${receiver} viu`, donation.receipt_seen_at)
  if (donation.status === 'CONFIRMED') says(`${receiver} confirmou`, donation.endedAt)
  if (donation.status === 'PENDING_CONFIRMATION') {
    const missing = side === 'receiver' ? 'Falta você confirmar' : `Falta ${receiver} confirmar`
    says(answerText(donation, side).trim() || `${missing}.`, null, 'next')
  }
  return said
}

/** The day of a line, with its day of the week; nothing for what is still to come. */
export const dayOfSaid = ({ at }: Said): string => (at === null ? '' : weekdayText(at))
