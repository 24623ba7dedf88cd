import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#web/api/client.ts'
import { eachOf } from '#web/api/together.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { savedPromise, savePromise } from '#web/features/circle/saved-promises.ts'
import { useChecks } from '#web/features/circle/useChecks.ts'
import { onVerdict, readVerdict } from '#web/features/circle/ledger-verdict.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import type { Donation } from './api.ts'
import { checkPayment } from './payment-check.ts'
import type { Difference } from './payment-check.ts'
import { paymentKeysQuery, readAgain } from './payment-keys.ts'

/**
 * The outcome of checking a donation's payment key. `checking`: the ledger is being read. `kept`: it is the one promised;
 * `away` says since when (epoch ms) the ledger could not be read, where it cannot be now, and whether the server can.
 * `unread`: it cannot be read and never was. `absent`: the ledger has no key for this donation. `accounts` differ where the
 * visit's verification of the whole ledger found a fault, which every page tells.
 */
export type PaymentState =
  | { readonly is: 'checking' }
  | { readonly is: 'kept'; readonly away: { readonly readAt: number; readonly isOffline: boolean } | null }
  | { readonly is: 'differs'; readonly what: Difference | 'accounts' }
  | { readonly is: 'absent' }
  | { readonly is: 'unread'; readonly retry: () => void }

/** Holds the key that a donation shows to the ledger, and remembers the promise on this device. */
export function usePaymentCheck(donation: Donation): PaymentState {
  const client = useQueryClient()
  const { data, error, errorUpdateCount, failureReason, dataUpdatedAt, isFetching, isStale, refetch } = useQuery({
    ...paymentKeysQuery,
    // An obligation that waits for a receiver has no key yet.
    enabled: !donation.waiting,
  })
  const { data: circle, error: circleError, refetch: refetchCircle } = useQuery(circleQuery)
  const { user } = useAuth()
  const reader = user?.id ?? null
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = () => {
    setIsRetrying(true)
    void Promise.all([refetch(), refetchCircle()]).finally(() => setIsRetrying(false))
  }
  const verdict = useSyncExternalStore(onVerdict, readVerdict)
  const checks = useMemo(
    // Data that an earlier version of these pages kept on the device prove nothing.
    () =>
      data?.payments &&
      circle &&
      eachOf(donation).map((each) => ({
        id: each.id,
        ...checkPayment(each, data, { saved: savedPromise(each.id), circle, reader }),
      })),
    [donation, data, circle, reader],
  )
  const check = checks && (checks.find(({ is }) => is !== 'kept') ?? checks[0])
  useEffect(() => {
    for (const one of checks ?? []) {
      if (one.is !== 'kept') continue
      const { id, commitment, read, of } = one
      savePromise({ donation_id: id, commitment, read, ...(of > 0 ? { of } : {}) })
    }
  }, [checks])
  const hasFailed = failureReason !== null
  const isRead = data !== undefined && !isStale && !hasFailed
  // An obligation that waits asks for none, and what was read a while ago is none that is waited for.
  useChecks('keys', isRead ? true : hasFailed ? false : null, !donation.waiting && isFetching)
  // The donation may be younger than what was read of the ledger, and what proves it may have come with the whole of it.
  const asked = useRef(new Set<string>())
  const isUnproven = check !== undefined && check.is !== 'kept'
  const occasion = verdict === 'checked' ? 'after the whole' : 'at first'
  useEffect(() => {
    if (!isUnproven || asked.current.has(occasion)) return
    asked.current.add(occasion)
    readAgain(client)
  }, [isUnproven, occasion, client])
  // One verdict: what is wrong with the ledger is wrong with every key in it.
  if (verdict === 'faults') return { is: 'differs', what: 'accounts' }
  if (!check) {
    // Where it is asked again by itself, what is said stays.
    const hasFailedWhole = error !== null || circleError !== null || (data === undefined && errorUpdateCount > 0)
    if (isRetrying || !hasFailedWhole) return { is: 'checking' }
    return { is: 'unread', retry }
  }
  if (check.is === 'kept') {
    // From the first attempt that fails, seconds before the last one does.
    const isOffline = failureReason instanceof ApiError && failureReason.isOffline
    return { is: 'kept', away: failureReason ? { readAt: dataUpdatedAt, isOffline } : null }
  }
  return isFetching ? { is: 'checking' } : check
}
