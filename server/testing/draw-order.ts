import { createHash, randomBytes } from 'node:crypto'
import { numberText } from '#circle/draw.ts'
import type { ActToSign } from './device.ts'
import type { Person, TestApp } from './test-app.ts'

type Drawing = Person & { readonly signs?: (act: ActToSign) => Promise<Record<string, string>> }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Draws the first order of a roda: the first of these people begins it, all join with a number, and show it. Where they are all that
 * are approved the order follows at once. Answers what beginning it did.
 */
export async function drawsOrder(testApp: TestApp, people: readonly Drawing[]) {
  const begun = await testApp.call('POST /draws', people[0]!.token, { body: { join_hours: 1, open_hours: 1 } })
  const [draw] = begun.body.data as { readonly id: string; readonly circle_id: string }[]
  const of = { circleId: draw!.circle_id, drawId: draw!.id }
  const params = { id: draw!.id }
  const numbers = new Map(people.map(({ id }) => [id, randomBytes(32).toString('hex')]))
  for (const { id, token, signs } of people) {
    const commitment = sha256(numberText(of, id, numbers.get(id)!))
    const headers = (await signs?.({ act: 'join_draw', image: commitment })) ?? {}
    await testApp.call('POST /draws/{id}/join', token, { params, body: { commitment }, headers })
  }
  for (const { id, token, signs } of people) {
    const number = numbers.get(id)!
    const headers = (await signs?.({ act: 'open_draw', image: number })) ?? {}
    await testApp.call('POST /draws/{id}/open', token, { params, body: { number }, headers })
  }
  return begun
}
