import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Search, SearchPatch, SearchSchema, Shape } from './url-search.ts'

export type ChangeUrl<S extends Shape> = (patch: SearchPatch<S>, options?: { push?: boolean }) => void

/**
 * The state that a screen keeps in its URL, so that a reload, a bookmark and the way back lead to the same view; read by
 * the schema that the page's route validates with. A change replaces the present entry of the history; `{ push: true
 * }` makes one that the way back returns from.
 */
export function useUrlState<S extends Shape>(schema: SearchSchema<S>): [Search<S>, ChangeUrl<S>] {
  // A change of other values draws nothing anew. The router's types are those of one page's schema.
  const options = { strict: false, structuralSharing: true, select: schema } as never
  const values = useSearch(options) as Search<S>
  return [values, useChangeUrl<S>()]
}

/** Changes the URL state of a screen for whoever does not read it, and is not drawn anew when it changes. */
export function useChangeUrl<S extends Shape>(): ChangeUrl<S> {
  const navigate = useNavigate()
  return useCallback<ChangeUrl<S>>(
    (patch, { push = false } = {}) => {
      const next = (present: Record<string, unknown>) => withoutEmpty({ ...present, ...patch })
      // The hook serves every page: the router cannot know which one's search this is; the schema does.
      void navigate({ to: '.', search: next as never, replace: !push, resetScroll: false })
    },
    [navigate],
  )
}

function withoutEmpty(values: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(present.map(([name, value]) => [name, plain(value)]))
}

// The router would write the text '2' with its quotes, to tell it from the number; here either reads the same.
function plain(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value
}
