import { presets } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import { OPERATOR } from './operator.ts'
import type { Person, TestApp } from './test-app.ts'

/** A real roda for so many people, without an order yet, which Cida organises: she takes part in it. */
export async function foundsOrganisedRoda(
  testApp: TestApp,
  { people }: { people: number },
): Promise<{ circleId: string; cida: Person }> {
  const token = await testApp.administrator()
  const { id } = (await testApp.call('GET /users/profile', token)).body
  const own = { firstName: 'Cida', lastName: 'Ramos', cpf: '52998224725' }
  await testApp.call('PATCH /users/{id}', token, { params: { id }, body: own })
  const plan = planFormOf(presets.roda)
  plan.levels[0].required = people - 1
  const facts = { operator: OPERATOR, outcome_seen: true, people, takes_part: true }
  const { body } = await testApp.call('POST /admin/circles', token, {
    body: { name: 'Roda da Vila', mode: 'real', plan, ...facts },
  })
  for (const name of ['open', 'select'] as const)
    await testApp.call(`POST /admin/circles/{id}/${name}`, token, { params: { id: body.id } })
  return { circleId: body.id, cida: { id, token } }
}
