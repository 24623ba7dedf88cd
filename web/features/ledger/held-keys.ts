import { casesKey, devicesKey } from '#web/api/query.ts'

// The queries whose answers are held to the ledger where they were shown.

export const openProposalsKey = ['approvals', 'open'] as const
export const ownProposalsKey = ['approvals', 'own'] as const
export const profileKey = ['profile'] as const

export const heldKeys = [casesKey, devicesKey, openProposalsKey, ownProposalsKey, profileKey]
