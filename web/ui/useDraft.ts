import { useCallback, useState } from 'react'
import { loadDraft, saveDraft } from '#web/api/drafts.ts'

/**
 * The state of a field or a form that outlives a page which the phone dropped meanwhile. The third forgets it, once it was
 * sent or given up. `name` says what is typed and about which thing: 'recusa:<donation>'. Never for a password or a code.
 */
export function useDraft<Typed>(name: string, empty: Typed): [Typed, (typed: Typed) => void, () => void] {
  const [typed, setTyped] = useState<Typed>(() => loadDraft<Typed>(name) ?? empty)
  const keep = useCallback(
    (next: Typed) => {
      setTyped(next)
      saveDraft(name, next === '' ? null : next)
    },
    [name],
  )
  const forget = useCallback(() => saveDraft(name, null), [name])
  return [typed, keep, forget]
}
