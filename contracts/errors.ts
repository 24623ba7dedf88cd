import { accounts } from './errors/accounts.ts'
import { circles } from './errors/circles.ts'
import { donations } from './errors/donations.ts'
import { places } from './errors/places.ts'
import { requests } from './errors/requests.ts'
import type { ErrorTable } from './errors/table.ts'

/**
 * Every refusal, once: a stable code, its HTTP status and the Portuguese sentence a member may read. `{name}` in a
 * sentence is filled from the refusal's details. Texts in quotes in the specification stand here word for word.
 */
export const errors = {
  ...requests,
  ...accounts,
  ...places,
  ...circles,
  ...donations,
} as const satisfies ErrorTable

export type ErrorCode = keyof typeof errors

/** The refusals of every action on a donation that may have ended. */
export const OPEN_DONATION_REFUSALS = [
  'resource.not_found',
  'donation.already_confirmed',
  'donation.expired',
  'donation.ended',
] as const satisfies readonly ErrorCode[]

/** The sentence of a code with its `{placeholders}` filled, in a roda's own words if it has some; one without a value is left out. */
export function errorMessage(
  code: ErrorCode,
  details: Readonly<Record<string, string | number>> = {},
  isRoda = false,
): string {
  const { message, roda }: ErrorTable[string] = errors[code]
  return ((isRoda ? roda : undefined) ?? message).replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
}
