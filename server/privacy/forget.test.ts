import { beforeAll, expect, test } from 'vitest'
import { idempotencyKeys } from '#server/tables/idempotency-keys.ts'
import { runDueJobs } from '#server/jobs/jobs.ts'
import { describeOnEachDatabase } from '#server/testing/databases.ts'
import { openHouse, PASSWORD } from '#server/testing/house.ts'
import type { House } from '#server/testing/house.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

describeOnEachDatabase('answers kept for repeated requests', ({ open }) => {
  let house: House

  beforeAll(async () => {
    house = await openHouse(await open())
  })

  test('say the same again, are read by nobody in the database, and are gone after a day', async () => {
    const typed = registrationOf({ firstName: 'Pessoa', lastName: 'Repetida', number: 7 })
    const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
    const register = () =>
      house.call('POST /auth/register', null, { body, headers: { 'idempotency-key': 'the-same-registration' } })
    const first = await register()
    expect(first.status).toBe(201)
    expect((await register()).body).toEqual(first.body)
    const [row] = await house.parts.db.select().from(idempotencyKeys)
    const stored = JSON.stringify(row)
    for (const readable of [
      typed.email,
      typed.cpf,
      typed.phone,
      first.body.user.id,
      first.body.access_token,
      first.body.refresh_token,
    ])
      expect(stored).not.toContain(readable)
    house.clock.advance(86_400_000)
    await runDueJobs(house.parts)
    expect(await house.parts.db.$count(idempotencyKeys)).toBe(1)
    house.clock.advance(1)
    await runDueJobs(house.parts)
    expect(await house.parts.db.$count(idempotencyKeys)).toBe(0)
  })
})
