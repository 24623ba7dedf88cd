import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { ApiError } from '#web/api/client.ts'
import { paymentKeysQuery } from './api.ts'
import type { Donation } from './api.ts'
import { checkPayment } from './payment-check.ts'
import { savedPromise, savePromise } from '#web/features/circle/saved-promises.ts'

/**
 * The outcome of checking a donation's payment key. `checking`: the ledger is being read. `kept`: the key is the one
 * promised; `readAt` (epoch ms) says when the ledger was read, where it cannot be read now. `unread`: it cannot be read
 * and never was. `absent`: the ledger has no key for this donation.
 */
export type PaymentState =
  | { readonly is: 'checking' }
  | { readonly is: 'kept'; readonly readAt: number | null }
  | { readonly is: 'differs' }
  | { readonly is: 'absent' }
  | { readonly is: 'unread'; readonly retry: () => void }

/** Holds the key that a donation shows to the ledger, and remembers the promise on this device. */
export function usePaymentCheck(donation: Donation): PaymentState {
  const { data, error, failureReason, dataUpdatedAt, isFetching, refetch } = useQuery({
    ...paymentKeysQuery,
    // An obligation that waits for a receiver has no key yet.
    enabled: !donation.waiting,
  })
  const check = useMemo(() => data && checkPayment(donation, data, savedPromise(donation.id)), [donation, data])
  useEffect(() => {
    if (check?.is === 'kept') savePromise({ donation_id: donation.id, commitment: check.commitment })
  }, [check, donation.id])
  // The donation may be younger than what was read of the ledger; a key may have been added to both since.
  const asked = useRef(false)
  const isUnproven = check !== undefined && check.is !== 'kept'
  useEffect(() => {
    if (!isUnproven || asked.current) return
    asked.current = true
    void refetch()
  }, [isUnproven, refetch])
  if (!check) {
    if (!error) return { is: 'checking' }
    return { is: 'unread', retry: () => void refetch() }
  }
  if (check.is === 'kept') {
    // From the first attempt that fails, seconds before the last one does.
    const isAway = failureReason instanceof ApiError && failureReason.isOffline
    return { is: 'kept', readAt: isAway ? dataUpdatedAt : null }
  }
  return isFetching ? { is: 'checking' } : { is: check.is }
}
