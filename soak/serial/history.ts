/** The kinds of calls: a command about one donation, or a look at several. */
export type CallKind = 'send' | 'reject' | 'confirm' | 'read'

/** A call as its client saw it; times are of one clock, in whole microseconds. */
export type Called = {
  readonly client: number
  readonly kind: CallKind
  /** The number of the donation that a command is about. */
  readonly donation: number
  readonly called: number
  /** Zero where no answer came, or one of a server in trouble: nobody knows whether it was done, or will be. */
  readonly answered: number
  /** `done`, or the code of the refusal. */
  readonly answer: string
  /** Of a read: a letter for each donation, `a`sked, `s`ent or `c`onfirmed, and a point for one that was not shown. */
  readonly seen: string
}

export type History = { readonly donations: number; readonly calls: readonly Called[] }

/**
 * The same history with a lie in it: the last read shows a donation as unpaid whose confirmation was acknowledged. Null where
 * nothing was confirmed.
 */
export function withLie({ donations, calls }: History): History | null {
  const confirmed = calls.find(({ kind, answer, answered }) => kind === 'confirm' && answer === 'done' && answered > 0)
  const last = calls.findLastIndex(({ kind }) => kind === 'read')
  if (!confirmed || last === -1) return null
  const { seen } = calls[last]!
  const lie = `${seen.slice(0, confirmed.donation)}a${seen.slice(confirmed.donation + 1)}`
  return { donations, calls: calls.map((call, index) => (index === last ? { ...call, seen: lie } : call)) }
}
