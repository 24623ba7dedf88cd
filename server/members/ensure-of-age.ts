import { dayOf } from '#contracts/age.ts'
import { ageFault } from '#contracts/forms/registration.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Refuses a birth date of somebody under age, by the actual birthday, on the given clock's day in São Paulo. */
export function ensureOfAge(birthDate: string, now: number): void {
  const message = ageFault(birthDate, dayOf(now))
  if (message !== null) throw new Refusal('request.invalid', { message, fields: { birthDate: message } })
}
