import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { fiscalKinds } from '#circle/ledger/fiscals.ts'
import { areFiscalsKept } from '#contracts/fiscals-kept.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { keptEntries } from '#web/features/circle/kept-entries.ts'
import { lookAgain, onVerdict, readVerdict } from '#web/features/circle/ledger-verdict.ts'
import { fiscalsQuery } from './api.ts'
import type { Fiscals } from './api.ts'

/** Whether the fiscals on this page are those of the ledger that this device verified; null while it cannot tell. */
export function useFiscalsKept(shown: Fiscals | undefined, ownId: string | null): boolean | null {
  const client = useQueryClient()
  const { data: circle } = useQuery(circleQuery)
  const verdict = useSyncExternalStore(onVerdict, readVerdict)
  const { people, members, has_word } = shown ?? {}
  const { data } = useQuery({
    queryKey: ['fiscals-kept', circle?.id, ownId, { people, members, has_word }],
    queryFn: () => areHeld(client, shown!, { circleId: circle!.id, ownId }),
    enabled: shown?.is_real === true && circle !== undefined && verdict === 'checked',
    // Looking again is what changes it, and would begin it anew.
    staleTime: Infinity,
    gcTime: 0,
  })
  return data ?? null
}

type Of = { readonly circleId: string; readonly ownId: string | null }

/** Somebody may have said a word since either was read: then both are read again, and what is shown is of now. */
async function areHeld(client: QueryClient, shown: Fiscals, { circleId, ownId }: Of): Promise<boolean | null> {
  const isKept = async (told: Fiscals) => areFiscalsKept(told, await keptEntries(circleId, fiscalKinds), ownId)
  const first = await isKept(shown)
  if (first !== false) return first
  if (!(await lookAgain())) return null
  const now = await client.fetchQuery({ ...fiscalsQuery, staleTime: 0 })
  if ((await isKept(now)) !== false) return true
  return (await lookAgain()) ? isKept(now) : null
}
