import { z } from 'zod'
import { isDay } from './age.ts'
import { donationTypes } from './labels.ts'
import { PAGE_LIMIT_MAX } from './limits.ts'

// Pieces of paths and queries. A repeated parameter arrives as a list and is refused by these as any wrong value is.

export const idParam = z.strictObject({ id: z.guid() })

/** Any text; one that is no UUID names nothing, and is answered as such. */
export const anyId = z.string().max(100)

const whole = (min: number, max: number, message: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))

export function pageFields(limit: number) {
  return {
    page: whole(1, 1_000_000, 'A página começa em 1.').default(1),
    limit: whole(1, PAGE_LIMIT_MAX, `O tamanho da página vai de 1 a ${PAGE_LIMIT_MAX}.`).default(limit),
  }
}

/**
 * Beside the page's number, the id of the item it follows or comes before: reaching it then costs the same however
 * deep it is.
 */
export const besideFields = { after: z.guid().optional(), before: z.guid().optional() }

/** A number of entries that a ledger has, and the number of one of them. */
export const ledgerSize = whole(0, 999_999_999, 'Um livro tem de 0 a 999.999.999 lançamentos.')
export const entryNumber = whole(1, 999_999_999, 'Os lançamentos começam em 1.')

export const day = z.string().refine(isDay, 'Data inválida')
export const amountParam = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Valor inválido')
  .transform(Number)
export const typeParam = z.enum(donationTypes)

/** A comma-separated list of a closed set. */
export function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).min(1))
}

/** A part of a name, as somebody types it. */
export const soughtName = z.string().trim().min(1).max(100)

/** A person on either side, by their name or by their id. */
export const personFields = { person: soughtName.optional(), personId: anyId.optional() }

export const levelNumber = z.union([z.literal(1), z.literal(2), z.literal(3)])
export const levelParam = z.enum(['1', '2', '3']).transform((text) => Number(text) as 1 | 2 | 3)

/** Reais with at most two decimals. */
export const reaisField = z
  .number()
  .nonnegative()
  .max(1_000_000_000)
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'Use no máximo duas casas decimais.')

/** The filters shared by donations and the reports about them; days are days in São Paulo, both included. */
export const donationFilterFields = {
  dateFrom: day.optional(),
  dateTo: day.optional(),
  minAmount: amountParam.optional(),
  maxAmount: amountParam.optional(),
  type: typeParam.optional(),
}
