import { beforeAll, describe, expect, test } from 'vitest'
import { isBalanced, presets } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import type { OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { outcomeFigures } from '#contracts/outcome-points.ts'
import { simulations } from '#server/tables/simulations.ts'

describe('the outcome of a plan', () => {
  let testApp: TestApp
  let admin: string
  const simulate = (plan: Plan, more: object = {}) =>
    testApp.call('POST /admin/simulation', admin, { body: { plan: planFormOf(plan), ...more } })
  const stored = () => testApp.services.db.select().from(simulations)

  beforeAll(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 0 }))
    admin = await testApp.administrator()
  })

  test('is public for the circle open to join, stored under the plan’s numbers and reused', async () => {
    const first = await testApp.call('GET /simulation', null)
    expect(first.status).toBe(200)
    const outcome = first.body as PlanOutcome
    expect(outcome).toMatchObject({
      plan: { name: 'termos', version: 1, balanced: false },
      members: 100,
      futures: 200,
      at: '2026-11-10T15:00:00.000Z',
    })
    expect(outcome.points.map(({ months, missed }) => [months, missed])).toEqual([
      [6, 0],
      [12, 0],
      [24, 0],
      [6, 5],
      [12, 5],
      [24, 5],
      [6, 10],
      [12, 10],
      [24, 10],
    ])
    expect({ points: outcome.points, paths: outcome.paths }).toEqual(outcomeFigures(presets.termos, 100))
    for (const point of outcome.points) ensureCounts(point, 100)
    expect(await stored()).toMatchObject([{ planName: 'termos', planVersion: 1, members: 100 }])
    testApp.clock.advance(60_000)
    const again = await testApp.call('GET /simulation', admin)
    expect(again.body).toEqual(outcome)
    expect(await stored()).toHaveLength(1)
  })

  test('of the demonstration’s plan shows most people behind, and nobody through the third level', async () => {
    const { points } = (await testApp.call('GET /simulation', null)).body as PlanOutcome
    const last = points.find(({ months, missed }) => months === 24 && missed === 0)!
    expect(last.behind).toBeGreaterThan(50)
    expect(last.completed[2]).toBe(0)
    expect(last.median).toBeLessThan(0)
  })

  test('is of the reader’s own circle', async () => {
    const created = await testApp.call('POST /admin/circles', admin, {
      body: { name: 'Roda rotativa', mode: 'demonstracao', plan: planFormOf(presets.rotativo) },
    })
    await testApp.call('POST /admin/circles/{id}/select', admin, { params: { id: created.body.id } })
    expect((await testApp.call('GET /simulation', admin)).body.plan).toEqual({
      name: 'rotativo',
      version: 1,
      balanced: true,
    })
    expect((await testApp.call('GET /simulation', null)).body.plan.name).toBe('termos')
    expect(await stored()).toHaveLength(2)
  })

  test('can be computed for any plan before its use, and is not stored', async () => {
    const changed: Plan = {
      ...presets.rotativo,
      name: 'menor',
      levels: [{ ...presets.rotativo.levels[0], required: 2 }, presets.rotativo.levels[1], presets.rotativo.levels[2]],
    }
    const before = await stored()
    const { status, body } = await simulate(changed, { members: 12 })
    expect([status, body.members, body.plan]).toEqual([
      200,
      12,
      { name: 'menor', version: 1, balanced: isBalanced(changed) },
    ])
    for (const point of body.points as OutcomePoint[]) ensureCounts(point, 12)
    expect(await stored()).toEqual(before)
  })

  test('is refused for an inconsistent plan, for too many people, and to members', async () => {
    const wrong: Plan = {
      ...presets.termos,
      levels: [{ ...presets.termos.levels[0], contributes: false }, presets.termos.levels[1], presets.termos.levels[2]],
    }
    const refused = await simulate(wrong)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'plan.invalid',
      'Este plano não fecha: O nível 1 precisa de uma contribuição mensal.',
    ])
    for (const members of [1, 101, 2.5, '100']) expect((await simulate(presets.termos, { members })).status).toBe(400)
    const { token } = await testApp.registers(1)
    expect(
      (await testApp.call('POST /admin/simulation', token, { body: { plan: planFormOf(presets.termos) } })).status,
    ).toBe(403)
  })

  test('never delays other requests, and limits how many wait for it', async () => {
    const asks = Array.from({ length: 9 }, (_, index) => simulate({ ...presets.rotativo, deadlineDays: 20 + index }))
    let answered = 0
    const settled = Promise.all(
      asks.map(async (ask) => {
        const answer = await ask
        answered += 1
        return answer.status
      }),
    )
    expect((await testApp.call('GET /health', null)).status).toBe(200)
    expect((await testApp.call('GET /circle', null)).status).toBe(200)
    expect(answered).toBeLessThan(9)
    const statuses = (await settled).toSorted()
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  })
})

function ensureCounts({ ahead, even, behind, completed, worst, median, best }: OutcomePoint, members: number): void {
  for (const count of [ahead, even, behind, ...completed])
    expect(Number.isInteger(count) && count >= 0 && count <= members).toBe(true)
  expect(worst <= median && median <= best).toBe(true)
}
