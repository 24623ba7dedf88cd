/**
 * Makes something when it is first asked for, and keeps it. The formats of Intl take milliseconds each, which a page that
 * formats nothing of the kind need not spend before it is drawn.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}
