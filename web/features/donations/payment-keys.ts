import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { fromBase64, toBase64 } from '#circle/bytes.ts'
import type { TreeHead } from '#circle/ledger/merkle.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { againAfterFailure } from '#web/api/query.ts'
import { savedPromise } from '#web/features/circle/saved-promises.ts'
import { holdLog, OtherLog } from '#web/api/hold-log.ts'
import { keptCommitments } from '#web/features/circle/kept-commitments.ts'
import type { KeptCommitments } from '#web/features/circle/kept-commitments.ts'
import { keptPayments } from '#web/features/circle/kept-payments.ts'
import type { KeptPayment } from '#web/features/circle/kept-payments.ts'
import { donationKeys } from './api.ts'

type Answer = AnswerOf<'GET /ledger/payment-keys'>

/**
 * The ledger's entries about the keys of the open donations, and how they stand to what this device knows of the ledger:
 * the head that its proofs lead to, or null where this is another ledger; and the commitments and payments that the device itself
 * read.
 */
export type PaymentKeys = Answer & {
  readonly head: { readonly size: number; readonly root: string } | null
  readonly kept: KeptCommitments
  readonly payments: readonly KeptPayment[]
}

/** Read again whenever the open donations are. Apart from their queries, since it brings a hash function along. */
export const paymentKeysQuery = queryOptions({
  queryKey: [...donationKeys, 'payment-keys'],
  queryFn: async (): Promise<PaymentKeys> => {
    const answer = await request('GET /ledger/payment-keys')
    const ids = answer.donations.map(({ donation_id }) => donation_id)
    const [head, kept, payments] = await Promise.all([
      headOf(answer),
      keptFor(answer),
      keptPayments(answer.circle_id, ids),
    ])
    return { ...answer, head, kept, payments }
  },
  // The card says that key and code come by themselves.
  refetchInterval: againAfterFailure,
})

let isAsked = false

/** Reads them again: once for all the cards that ask as they are drawn together. */
export function readAgain(client: QueryClient): void {
  if (isAsked) return
  isAsked = true
  queueMicrotask(() => {
    isAsked = false
    void client.refetchQueries({ queryKey: paymentKeysQuery.queryKey })
  })
}

async function headOf({ circle_id, checkpoint, donations }: Answer): Promise<PaymentKeys['head']> {
  if (!checkpoint) {
    if (donations.length > 0) throw new Error('Entries without a proof')
    return null
  }
  try {
    const { size, root } = await holdLog({ circle_id, ...checkpoint })
    return { size, root: toBase64(root) }
  } catch (error) {
    if (error instanceof OtherLog) return null
    throw error
  }
}

/** All that the ledger on this device says of those receivers whose promise it has not read there yet. */
async function keptFor({ circle_id, donations }: Answer): Promise<KeptCommitments> {
  const unread = donations.filter(({ donation_id, matched }) => {
    const saved = savedPromise(donation_id)
    return !saved?.read || (matched.kind === 'donation.handed_over' && matched.seq !== saved.of)
  })
  const receivers = unread.map(({ matched }) => matched.payload['receiverId']).filter((id) => typeof id === 'string')
  return receivers.length === 0 ? { upTo: 0, found: [] } : keptCommitments(circle_id, receivers)
}

/** The tree that the proofs of these entries lead to; null where this is another ledger than the device knows. */
export function treeOf({ head }: Pick<PaymentKeys, 'head'>): TreeHead | null {
  const root = head && fromBase64(head.root)
  return head && root ? { size: head.size, root } : null
}
