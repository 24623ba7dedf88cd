import { useSyncExternalStore } from 'react'

/**
 * The part of the address after its #. A link corrected in the address line, or another one pasted over it, changes
 * nothing else, so that the page is not loaded anew.
 */
export const useAddressSecret = (): string => useSyncExternalStore(listen, () => window.location.hash.slice(1))

function listen(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
