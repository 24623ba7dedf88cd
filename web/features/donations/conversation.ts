import { moneyText } from '#contracts/money-text.ts'
import { weekdayText } from '#web/text/dates.ts'
import type { Donation } from './api.ts'
import { answerText } from './status-text.ts'
import type { Side } from './status-text.ts'

/** One line of a donation's story: who did what, and when. `next` is what is awaited now. */
export type Said = { readonly text: string; readonly at: string | null; readonly is: 'done' | 'bad' | 'next' }

type Told = Pick<
  Donation,
  'donor' | 'receiver' | 'status' | 'rejections' | 'receipt_sent_at' | 'receipt_seen_at' | 'endedAt' | 'settlement'
> &
  Pick<
    Donation,
    | 'allowed'
    | 'answer_due'
    | 'late'
    | 'is_reported'
    | 'report_resolved'
    | 'amount'
    | 'paid'
    | 'missing'
    | 'receipt_amount'
    | 'parts'
  >

/** The story of a donation so far, as the two would tell it each other; empty while nobody has done anything. */
export function conversationOf(donation: Told, side: Side): Said[] {
  const donor = side === 'donor' ? 'Você' : donation.donor.firstName
  const receiver = side === 'receiver' ? 'Você' : (donation.receiver?.firstName ?? 'Quem recebe')
  const said: Said[] = []
  const says = (text: string, at: string | null, is: Said['is'] = 'done') => said.push({ text, at, is })
  const { parts, paid, missing, status } = donation
  const answered = [
    ...donation.rejections.map(({ sent_at, rejected_at: at }) => ({ sent_at, at, amount: null })),
    ...parts.map(({ sent_at, confirmed_at: at, amount }) => ({ sent_at, at, amount })),
  ]
  for (const { sent_at, at, amount } of answered.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    says(`${donor} pagou${amount === null ? '' : ` ${moneyText(amount)}`}`, sent_at)
    if (amount === null) says(`${receiver} não encontrou o dinheiro`, at, 'bad')
    else says(`${receiver} confirmou`, at)
  }
  const last = donation.receipt_amount ?? (status === 'CONFIRMED' && paid > 0 ? donation.amount - paid : null)
  if (donation.receipt_sent_at !== null)
    says(`${donor} pagou${last === null ? '' : ` ${moneyText(last)}`}`, donation.receipt_sent_at)
  if (donation.receipt_seen_at !== null) says(`${receiver} viu`, donation.receipt_seen_at)
  // Of what was decided its receiver may have said the contrary.
  const decided = donation.settlement?.outcome === 'confirm'
  if (status === 'CONFIRMED') says(`${decided ? 'A administração' : receiver} confirmou`, donation.endedAt)
  if (status === 'PENDING_PAYMENT' && paid > 0) says(`Faltam ${moneyText(missing)}.`, null, 'next')
  if (donation.status === 'PENDING_CONFIRMATION') {
    const mine = donation.allowed.includes('confirm') ? 'Falta você confirmar' : 'Falta confirmar'
    const awaited = side === 'receiver' ? mine : `Falta ${receiver} confirmar`
    says(answerText(donation, side).trim() || `${awaited}.`, null, 'next')
  }
  return said
}

/** The day of a line, with its day of the week; nothing for what is still to come. */
export const dayOfSaid = ({ at }: Said): string => (at === null ? '' : weekdayText(at))
