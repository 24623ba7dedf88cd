import { casesKey, devicesKey, queryClient } from '#web/api/query.ts'

// The queries whose answers are held to the ledger where they were shown.

export const toSendKey = ['donations', 'to-send'] as const
export const toReceiveKey = ['donations', 'to-receive'] as const
export const historyKey = ['donations', 'history'] as const
export const circleKey = ['circle'] as const
export const termsKey = ['me', 'terms'] as const
export const drawsKey = ['draws'] as const
export const substitutesKey = ['substitutes'] as const

export const openProposalsKey = ['approvals', 'open'] as const
export const ownProposalsKey = ['approvals', 'own'] as const
export const profileKey = ['profile'] as const

/** Each as a filter: below that of the circle, and of the terms, stand others. */
const heldQueries = [
  ...[casesKey, devicesKey, openProposalsKey, ownProposalsKey, profileKey].map((queryKey) => ({ queryKey })),
  ...[toSendKey, toReceiveKey, historyKey, drawsKey, substitutesKey].map((queryKey) => ({ queryKey })),
  ...[circleKey, termsKey].map((queryKey) => ({ queryKey, exact: true })),
]

/** Those that this page has asked for. */
export const askedHeld = () => heldQueries.flatMap((filter) => queryClient.getQueryCache().findAll(filter))
