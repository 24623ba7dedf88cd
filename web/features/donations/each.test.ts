import { expect, test } from 'vitest'
import { ApiError, failureText } from '#web/api/client.ts'
import type { Donation } from '#web/api/together.ts'
import { forEach, HalfDone, isUnanswered, takenAs } from './each.ts'

const donation = { id: 'b', each: [{ id: 'a' }, { id: 'b' }] } as unknown as Donation
const cut = () => new ApiError(0, 'Network error')

/** Acts for both; fails for those named. Answers for whom it was asked, and how it ended. */
async function actsFor(failures: Readonly<Record<string, Error>>) {
  const asked: string[] = []
  const ended = await forEach(donation, async ({ id }) => {
    asked.push(id)
    if (failures[id]) throw failures[id]
    return `feito ${id}`
  }).catch((error: unknown) => error)
  return { asked, ended }
}

test('an act for several that are one comes to each in order, and answers of the first', async () => {
  expect(await actsFor({})).toEqual({ asked: ['a', 'b'], ended: 'feito a' })
})

test('one that is cut short says why and how far it came; where it came to none, it says why alone', async () => {
  const { ended } = await actsFor({ b: cut() })
  expect(ended).toBeInstanceOf(HalfDone)
  expect(ended).toMatchObject({ done: [{ id: 'a' }], answer: 'feito a' })
  expect(isUnanswered(ended)).toBe(true)
  expect(failureText(ended, '')).toBe(
    'Sem conexão com o servidor. Verifique sua internet e tente de novo. Feito para 1 de 2 contribuições: o que já foi não se repete.',
  )
  const refusal = new ApiError(429, 'Too many', { message: 'Muitas imagens hoje.', code: 'file.quota' })
  const refused = (await actsFor({ b: refusal })).ended
  expect(failureText(refused, '')).toMatch(/^Muitas imagens hoje\. Feito para 1 de 2/)
  expect(isUnanswered(refused)).toBe(false)
  expect(await actsFor({ a: refusal })).toEqual({ asked: ['a'], ended: refusal })
})

test('a refusal that says that it is there already is taken for done, and no other is', () => {
  const there = new ApiError(409, 'Conflict', { code: 'donation.receipt_there' })
  expect(takenAs('donation.receipt_there', 'feito')(there)).toBe('feito')
  expect(() => takenAs('donation.already_confirmed', 'feito')(there)).toThrow(there)
})
