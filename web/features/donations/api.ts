import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { ApiError, failureText, request } from '#web/api/client.ts'
import { readShared } from '#web/api/shared-receipt.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { eachOf, paidTogether, together } from '#web/api/together.ts'
import type { Donation, Ended } from '#web/api/together.ts'
import { fileToBase64 } from '#web/ui/images.ts'
import { causeOf, forEach, HalfDone, takenAs } from './each.ts'
import { tell } from './notice.ts'

export type { Donation } from '#web/api/together.ts'
export type HistoryDonation = Ended

/** The root key of the member's own data; invalidating it refreshes everything that others may have changed. */
export const donationKeys = ['donations'] as const

export const statsQuery = queryOptions({
  queryKey: [...donationKeys, 'stats'],
  queryFn: () => request('GET /donations/stats'),
})
export const toSendQuery = queryOptions({
  queryKey: [...donationKeys, 'to-send'],
  queryFn: () => request('GET /donations/to-send'),
  select: together,
})
export const toReceiveQuery = queryOptions({
  queryKey: [...donationKeys, 'to-receive'],
  queryFn: () => request('GET /donations/to-receive'),
  select: together,
})

/** How many ended donations a page of the history has. */
export const HISTORY_PAGE = 20

/** A page of the history; `holds` a donation: the one in which that stands. */
export function historyQuery(page: number, limit: number, holds?: string) {
  const query = { page: String(page), limit: String(limit), ...(holds === undefined ? {} : { holds }) }
  return queryOptions({
    queryKey: [...donationKeys, 'history', page, limit, ...(holds === undefined ? [] : [holds])],
    queryFn: () => request('GET /donations/history', { query }),
    select: ({ data, pagination }: AnswerOf<'GET /donations/history'>) => ({ data: paidTogether(data), pagination }),
    placeholderData: keepPreviousData,
  })
}

/** The receipt that another app of this phone shared, while it waits; never kept with what was read. */
export const sharedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['shared-receipt', userId],
    queryFn: () => readShared(userId),
    networkMode: 'always',
    gcTime: 0,
    staleTime: 0,
  })

type Change<V, T> = {
  readonly ask: (variables: V) => Promise<T>
  /** Applies the server's answer to the lists, because reading them again may fail. */
  readonly apply: (client: QueryClient, variables: V, answer: T) => void
}

/** Refusals that leave the donation as it is: they stand beside what is to be mended, and there alone. */
const ABOUT_WHAT_IS_TYPED = ['donation.schedule_late', 'donation.payment_reused']

/**
 * A change of a donation: done at the server first, and nothing is shown before it happened. What the server answered
 * is shown at once, also when the next reading fails; then everything of the member's is read again.
 */
function useDonationMutation<V extends object, T>({ ask, apply }: Change<V, T>) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: donationKeys,
    mutationFn: ask,
    // A refusal of the act before is not of this one.
    onMutate: () => tell(client, null),
    onSuccess: (answer, variables) => apply(client, variables, answer),
    onError: (error, variables) => {
      // The part done before it was cut short is asked for no more, also when nothing can be read now.
      if (error instanceof HalfDone) apply(client, withDone(variables, error), error.answer as T)
      const cause = causeOf(error)
      // The donation moved on meanwhile, and its card will go with it: the reason stays on the page.
      if (cause instanceof ApiError && cause.status === 409 && !ABOUT_WHAT_IS_TYPED.includes(cause.code ?? ''))
        tell(client, { text: failureText(error, cause.message), isGood: false })
    },
    // Not awaited: the change is done, however long the reading takes.
    onSettled: () => void client.invalidateQueries({ queryKey: donationKeys }),
  })
}

function patchDonation(client: QueryClient, of: Donation, patch: Partial<Donation>): void {
  const ids = new Set(eachOf(of).map(({ id }) => id))
  for (const { queryKey } of [toSendQuery, toReceiveQuery])
    client.setQueryData<Donation[]>(queryKey, (donations) =>
      donations?.map((donation) => (ids.has(donation.id) ? { ...donation, ...patch } : donation)),
    )
}

/** The same for those alone to which the act came. */
const withDone = <V extends object>(variables: V, { done }: HalfDone): V =>
  'donation' in variables ? { ...variables, donation: { ...(variables.donation as Donation), each: done } } : variables

type Receipt = {
  readonly donation: Donation
  readonly picture: Blob
  readonly pixTransaction?: string | undefined
  /** The donation with which that transaction goes. */
  readonly paidBy: string
  readonly payerName?: string | undefined
  /** In reais, where it is not the donation's whole amount. */
  readonly amount?: number | undefined
  readonly onProgress: (part: number) => void
}

export function useSendReceipt() {
  return useDonationMutation({
    ask: async ({ donation, picture, pixTransaction, paidBy, payerName, amount, onProgress }: Receipt) => {
      const comprovanteBase64 = await fileToBase64(picture)
      return forEach(donation, ({ id, receipt_reused }) =>
        requestSigned(
          'POST /donations/{id}/comprovante',
          {
            params: { id },
            body: {
              comprovanteBase64,
              // One transaction is of one donation in the ledger: the others have its picture.
              ...(pixTransaction && id === paidBy ? { pix_transaction: pixTransaction } : {}),
              ...(payerName ? { payer_name: payerName } : {}),
              ...sumOf(amount),
            },
          },
          { act: 'send_receipt', donationId: id, picture: comprovanteBase64, ...centsOf(amount) },
          { onProgress },
        ).catch(takenAs('donation.receipt_there', { status: 'PENDING_CONFIRMATION' as const, receipt_reused })),
      )
    },
    apply: (client, { donation, amount = null }, { status, receipt_reused }) =>
      patchDonation(client, donation, { status, receipt_reused, receipt_amount: amount }),
  })
}

/** Says for which day the payment is scheduled in the bank; null takes it back. */
export function useSchedule() {
  return useDonationMutation({
    ask: ({ donation, day }: { donation: Donation; day: string | null }) =>
      forEach(donation, ({ id }) => request('PATCH /donations/{id}/schedule', { params: { id }, body: { day } })),
    apply: (client, { donation }, answer) => patchDonation(client, donation, answer),
  })
}

export const aheadQuery = queryOptions({
  queryKey: [...donationKeys, 'ahead'],
  queryFn: () => request('GET /me/ahead'),
})

/** Pays a month ahead to the member that the page shows, signed by this device. */
export function usePayAhead() {
  return useDonationMutation({
    ask: ({ memberId }: { memberId: string }) =>
      requestSigned('POST /me/ahead', { body: { member_id: memberId } }, { act: 'pay_ahead', donationId: memberId }),
    apply: (client, _, answer) => client.setQueryData(aheadQuery.queryKey, answer),
  })
}

const sumOf = (amount: number | undefined) => (amount === undefined ? {} : { amount })
const centsOf = (amount: number | undefined) => (amount === undefined ? {} : { cents: Math.round(amount * 100) })

/** Says, signed by this device, that the money of a receipt came: of a part, with its sum. */
export function confirmReceived(donation: Donation) {
  const amount = donation.receipt_amount ?? undefined
  const confirm = ({ id, parts }: Donation) =>
    requestSigned(
      'PATCH /donations/{id}/confirm',
      { params: { id }, body: sumOf(amount) },
      {
        act: 'confirm',
        donationId: id,
        ...centsOf(amount),
        ...(amount === undefined ? {} : { part: parts.length + 1 }),
      },
    )
  if (donation.each === undefined) return confirm(donation)
  // Of several, one whose answer was lost keeps the others from nothing.
  const done = { level_completed: false, upgrade_available: false }
  return forEach(donation, (one) => confirm(one).catch(takenAs('donation.already_confirmed', done)))
}

export function useConfirmDonation() {
  return useDonationMutation({
    ask: ({ donation }: { donation: Donation }) => confirmReceived(donation),
    apply: (client, { donation }) => {
      const ids = new Set(eachOf(donation).map(({ id }) => id))
      client.setQueryData(toReceiveQuery.queryKey, (donations) => donations?.filter(({ id }) => !ids.has(id)))
    },
  })
}

const seenOf = (at: string | null) => (at ? { receipt_sent_at: at } : {})

export function useRejectReceipt() {
  return useDonationMutation({
    ask: ({ donation, reason, seenAt }: { donation: Donation; reason: string; seenAt: string | null }) =>
      forEach(donation, ({ id, receipt_sent_at }) =>
        requestSigned(
          'POST /donations/{id}/reject-receipt',
          { params: { id }, body: { reason, ...seenOf(id === donation.id ? seenAt : receipt_sent_at) } },
          { act: 'reject_receipt', donationId: id, words: { text: reason } },
        ),
      ),
    apply: (client, { donation }, { status, deadline }) =>
      patchDonation(client, donation, { status, deadline, receipt_sent_at: null, allowed: [] }),
  })
}

export function useReportDonation() {
  return useDonationMutation({
    ask: ({ donation, reason, additionalInfo }: { donation: Donation; reason: string; additionalInfo: string }) =>
      forEach(donation, ({ id }) =>
        requestSigned(
          'POST /donations/{id}/report',
          { params: { id }, body: { reason, ...(additionalInfo ? { additionalInfo } : {}) } },
          { act: 'report', donationId: id, words: { text: reason, more: additionalInfo } },
        ),
      ),
    // The dialog that says it is done belongs to the card: what may be done with it is left to the next reading.
    apply: (client, { donation }) => patchDonation(client, donation, { is_reported: true }),
  })
}

/** The address of a donation's receipt, of the one that was rejected in an earlier attempt, or of a part that was confirmed. */
export function receiptQuery(id: string, attempt: number | null = null, part: number | null = null) {
  return queryOptions({
    queryKey: ['receipt', id, attempt, part],
    queryFn: () =>
      part !== null
        ? request('GET /donations/{id}/parts/{part}', { params: { id, part } })
        : attempt === null
          ? request('GET /donations/{id}/comprovante', { params: { id } })
          : request('GET /donations/{id}/rejected-receipts/{attempt}', { params: { id, attempt } }),
    gcTime: 0,
    staleTime: 0,
  })
}
