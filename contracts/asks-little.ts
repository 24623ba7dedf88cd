/** Whether a circle asks little of who registers: a real one of a single level. The others ask for all that is specified. */
export function asksLittle({
  mode,
  plan,
}: {
  readonly mode: 'demonstracao' | 'real'
  readonly plan: { readonly levels: readonly unknown[] }
}): boolean {
  return mode === 'real' && plan.levels.length === 1
}
