import { presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import type { Person, TestApp } from './test-app.ts'

const operator = {
  name: 'Roda',
  document: '12.345.678/0001-95',
  contact: 'a@b.example',
  dataProtectionContact: 'a@b.example',
}

/** A real roda with people in its places who were asked for their first contribution; the administrator stands in it. */
export async function openRealRoda(
  testApp: TestApp,
  admin: string,
  numbers = [1, 2, 3, 4],
  plan: Plan = presets.rotativo,
): Promise<Person[]> {
  const body = { name: 'Roda', mode: 'real', plan: planFormOf(plan), operator, outcome_seen: true }
  const { body: made } = await testApp.call('POST /admin/circles', admin, { body })
  for (const name of ['open', 'select'] as const)
    await testApp.call(`POST /admin/circles/{id}/${name}`, admin, { params: { id: made.id } })
  const people: Person[] = []
  for (const number of numbers) {
    const person = await testApp.registers(number)
    await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: person.id } })
    await testApp.call('POST /queue', admin, { body: { position: number, user_id: person.id, reason: 'Combinado' } })
    people.push(person)
  }
  if (numbers.length > 0) await testApp.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  return people
}
