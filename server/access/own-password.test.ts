import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp, PASSWORD } from '#server/testing/test-app.ts'
import type { Person, TestApp } from '#server/testing/test-app.ts'

describe('one’s own password, asked before something that cannot be undone', () => {
  let testApp: TestApp
  let member: Person, other: Person

  beforeEach(async () => {
    testApp = await createTestApp(await openTestDatabase({ placed: 2 }), { RATE_LIMIT: 'on' })
    ;[member, other] = (await testApp.placed(2)) as [Person, Person]
  })

  const leave = (password: string, { token } = member) => testApp.call('POST /me/leave', token, { body: { password } })
  const guesses = async (count: number) => {
    const statuses: number[] = []
    for (let guess = 0; guess < count; guess += 1) statuses.push((await leave(`tentativa-${guess}`)).status)
    return statuses
  }

  test('is guessed no more often than at the login', async () => {
    expect(await guesses(7)).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect((await leave(PASSWORD)).status).toBe(429)
    expect((await testApp.call('GET /me/leaving', member.token)).body.left).toBe(false)
    // Somebody else on the same network is kept from nothing.
    expect((await leave(PASSWORD, other)).status).toBe(200)
  })

  test('once given correctly, clears the wrong ones before it', async () => {
    expect(await guesses(4)).toEqual([403, 403, 403, 403])
    expect((await leave(PASSWORD)).status).toBe(200)
    expect(await guesses(4)).toEqual([403, 403, 403, 403])
  })
})
