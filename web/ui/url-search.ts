// The URL state of a page, as a schema for the router's `validateSearch`. A few lines of our own, because
// the routes come with the first page: a validator would weigh two to seven kilobytes there (docs/decisions/006).

/** Reads one value of an address; undefined when it is none of those meant. */
type Read<T extends string | number> = (value: unknown) => T | undefined

export type Shape = Readonly<Record<string, Read<string | number>>>

export type Search<S extends Shape> = { readonly [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> }

/** A change of the URL state; '' removes a value. */
export type SearchPatch<S extends Shape> = { readonly [K in keyof S]?: Search<S>[K] | '' | undefined }

export type SearchSchema<S extends Shape> = (raw: Readonly<Record<string, unknown>>) => Search<S>

export type ShapeOf<T> = T extends SearchSchema<infer S> ? S : never

/** The search of an address with these values; whatever is not meant counts as absent. */
export function searchSchema<const S extends Shape>(shape: S): SearchSchema<S> {
  return (raw) => {
    const found: Record<string, string | number> = {}
    for (const [name, read] of Object.entries(shape)) {
      const value = read(raw[name])
      if (value !== undefined) found[name] = value
    }
    return found as Search<S>
  }
}

/** A text of at most a hundred letters. The router reads `?busca=119` as a number. */
export const text: Read<string> = (value) => {
  const written = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return (typeof written === 'string' && written.trim().slice(0, 100)) || undefined
}

/** One of a few words. */
export function oneOf<const T extends string>(choices: readonly T[]): Read<T> {
  return (value) => choices.find((choice) => choice === value)
}

/** One of a few numbers. */
export function oneNumberOf<const T extends number>(choices: readonly T[]): Read<T> {
  return (value) => choices.find((choice) => choice === wholeNumber(value))
}

/** A page or an entry: a whole number from 1 to 999,999,999. */
export const wholeNumber: Read<number> = (value) => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined)
