import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { userStatusLabels } from '#contracts/labels.ts'
import { circles } from '#server/tables/circles.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { openRealRoda } from '#server/testing/real-roda.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { closingByEdit, removal, suspension } from './standing.ts'

test('to let somebody go takes two people where others could lose, and says how, what it does, and why', async () => {
  const testApp = await createTestApp(await openTestDatabase())
  const admin = await testApp.administrator()
  const [member] = await openRealRoda(testApp, admin)
  const { id: actorId } = (await testApp.call('GET /users/profile', admin)).body
  const [circle] = await testApp.services.db.select().from(circles).where(eq(circles.mode, 'real'))
  const actor = { id: actorId, circleId: circle!.id }
  const context = { ...testApp.services, actor } as unknown as Parameters<typeof suspension.changes>[0]
  const outsider = await testApp.registers(9)
  const waiting = await testApp.registers(10)
  await testApp.call('PATCH /users/{id}/approve', admin, { params: { id: outsider.id } })

  const input = (body: object, id = member!.id) => ({ params: { id }, body }) as never
  for (const change of [suspension, removal]) {
    const isNeeded = (id: string) => change.isNeeded(context, input({}, id))
    expect([await isNeeded(member!.id), await isNeeded(outsider.id), await isNeeded(waiting.id)]).toEqual([
      true,
      false,
      false,
    ])
    expect(await change.touched(context, input({}), [])).toEqual([member!.id])
  }
  const byEdit = async (status?: string) => {
    const edit = input(status === undefined ? {} : { status })
    return [await closingByEdit.applies!(context, edit), await closingByEdit.isNeeded(context, edit)]
  }
  expect(await byEdit()).toEqual([false, false])
  expect(await byEdit('ACTIVE')).toEqual([false, false])
  expect(await byEdit('SUSPENDED')).toEqual([true, true])
  expect(await closingByEdit.isNeeded(context, input({ status: 'SUSPENDED' }, outsider.id))).toBe(false)

  const row = (field: string, after: string) => ({ field, before: null, after })
  const suspended = await suspension.changes(context, input({ reason: 'Combinado entre todos' }))
  expect(suspended[0]).toEqual(row('standing', 'Suspensão'))
  expect(suspended.at(-1)).toEqual(row('reason', 'Combinado entre todos'))
  expect(suspended.length).toBeGreaterThan(3)
  const [how, ...effects] = await removal.changes(context, input({}))
  expect(how).toEqual(row('standing', 'Retirada do círculo'))
  expect(effects).toEqual(suspended.slice(1, -1))
  const edited = await closingByEdit.changes(context, input({ status: 'SUSPENDED', pixOwnerName: 'Outra Pessoa' }))
  expect(edited[0]).toEqual(row('standing', userStatusLabels.SUSPENDED))
  expect(edited.slice(1, -1)).toEqual(effects)
  expect(edited.at(-1)).toMatchObject({ field: 'pixOwnerName' })
})
