import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type AddressPatch<K extends string> = Partial<Record<K, string | undefined>>

/**
 * What a screen keeps in its address, so that a reload, a bookmark and the way back lead to the same view: texts by
 * name, empty when absent. A change replaces the present entry of the history; `{ push: true }` makes one that the
 * way back returns from.
 */
export function useAddress<const K extends string>(
  names: readonly K[],
): [Record<K, string>, (patch: AddressPatch<K>, options?: { push?: boolean }) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(names.map((name) => [name, textOf(search[name])])) as Record<K, string>
  const change = useCallback(
    (patch: AddressPatch<K>, { push = false }: { push?: boolean } = {}) => {
      const next = (present: Record<string, unknown>) => withoutEmpty({ ...present, ...patch })
      // The pages declare no search of their own: the router knows of no shape to hold it to.
      void navigate({ to: '.', search: next as never, replace: !push, resetScroll: false })
    },
    [navigate],
  )
  return [values, change]
}

/** A page's number from an address: a whole number from 1 on, whatever stands there. */
export function pageOf(text: string): number {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

// The router reads `?busca=119` as a number.
function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(present.map(([name, value]) => [name, plain(value)]))
}

// The router would write the text '2' with its quotes, to tell it from the number; here either reads the same.
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value
}
