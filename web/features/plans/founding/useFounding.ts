import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { BodySent } from '#contracts/contract.ts'
import type { CircleSummary } from '#contracts/circles.ts'
import { request } from '#web/api/client.ts'
import { useAuth } from '#web/features/session/useAuth.ts'

export type Founding = {
  readonly circle: BodySent<'POST /admin/circles'>
  readonly people: number
  /** The founder's own name and CPF, where the installation does not know them yet. */
  readonly own: { readonly id: string; readonly facts: BodySent<'PATCH /users/{id}'> } | null
}

export type FoundedRoda = { readonly name: string; readonly people: number; readonly link: string | null }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The roda that was founded on this page: it stays when the console is drawn anew around it. */
    founded?: FoundedRoda
  }
}

/** How long the first invitation holds. */
const INVITED_DAYS = 30

/**
 * Founds a roda whole: made, on screen, taking people, and with an invitation for all of them. What was done already is
 * not done again when somebody tries once more after a failure.
 */
export function useFounding() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { reload } = useAuth()
  const made = useRef<CircleSummary | null>(null)
  return useMutation({
    mutationFn: async ({ circle, people, own }: Founding): Promise<FoundedRoda> => {
      if (own && Object.keys(own.facts).length > 0 && !made.current)
        await request('PATCH /users/{id}', { params: { id: own.id }, body: own.facts })
      made.current ??= await request('POST /admin/circles', { body: circle })
      const { id, name } = made.current
      if (!made.current.is_current) await request('POST /admin/circles/{id}/select', { params: { id } })
      // The sums of the circle that was on screen would be held to the ledger of this one.
      client.removeQueries({ type: 'inactive' })
      if (!made.current.open_for_registration) await request('POST /admin/circles/{id}/open', { params: { id } })
      if (circle.takes_part) await reload()
      const { link } = await request('POST /admin/join-links', {
        body: { label: name, uses: people, days: INVITED_DAYS },
      })
      return { name, people, link }
    },
    onSuccess: (founded) => navigate({ to: '/admin/found', state: { founded }, replace: true }),
    onSettled: () => client.invalidateQueries(),
  })
}
