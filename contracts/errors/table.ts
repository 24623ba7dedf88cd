/** The HTTP status and the Portuguese sentence of each code; `{name}` in it is filled from the refusal's details. */
export type ErrorTable = Readonly<Record<string, { readonly status: number; readonly message: string }>>
