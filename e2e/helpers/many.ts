import { joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { registrationOf } from '#server/seed/people.ts'

const LAST_NAME = 'Silveira'

const named = (n: number) => ({ firstName: `Pessoa${letters(n)}`, lastName: LAST_NAME, number: n })

/** The registration that person number n types, from 1 on. */
export const typedBy = (n: number) => registrationOf(named(n))

export const nameOf = (n: number) => `${named(n).firstName} ${LAST_NAME}`

/** Registers people 1 to n, one after another. Person number n is at [n]. */
export async function manyJoin(call: Calls, count: number): Promise<readonly Joined[]> {
  const people: Joined[] = [{ id: '', token: '', email: '', name: '' }]
  for (let n = 1; n <= count; n += 1) people.push(await joins(call, named(n)))
  return people
}

function letters(n: number): string {
  return String.fromCharCode(97 + Math.floor(n / 26)) + String.fromCharCode(97 + (n % 26))
}
