/**
 * The HTTP status and the Portuguese sentence of each code; `{name}` in it is filled from the refusal's details. `roda` is the
 * sentence of a roda, where the specification's has words that nobody reads there (decision 057).
 */
export type ErrorTable = Readonly<
  Record<string, { readonly status: number; readonly message: string; readonly roda?: string }>
>
