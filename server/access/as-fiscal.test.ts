import { expect, test } from 'vitest'
import type { Actor } from '#server/context.ts'
import { ledger } from '#server/tables/ledger.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { asFiscal } from './as-fiscal.ts'

test('a fiscal is a member of the circle whom more than half confirmed: nobody who administers, nor who is not in it yet', async () => {
  const { db } = await openTestDatabase({ placed: 3 })
  const members = (await db.select().from(users)).filter(({ role }) => role === 'USER')
  const { circleId } = members[0]!
  const [ana, bia, caio] = members.map(({ id }) => id) as [string, string, string]
  const said = { subjectId: ana, signature: {} }
  const entries = [
    { kind: 'fiscal.named', payload: { memberId: ana } },
    { kind: 'fiscal.confirmed', payload: { ...said, memberId: bia } },
    { kind: 'fiscal.confirmed', payload: { ...said, memberId: caio } },
  ]
  const chain = { circleId, at: new Date(Date.UTC(2026, 10, 10, 15)), previousHash: '' }
  await db.insert(ledger).values(entries.map((entry, n) => ({ ...chain, ...entry, seq: 1_000 + n, hash: `${n}` })))
  const actor = { id: ana, circleId, administers: false, takesPart: true, adminApproved: true } as Actor
  expect(await asFiscal({ db }, actor)).toEqual({ ...actor, isFiscal: true })
  const others = [{ id: bia }, { circleId: ana }, { administers: true }, { takesPart: false }, { adminApproved: false }]
  for (const other of others) expect(await asFiscal({ db }, { ...actor, ...other })).toEqual({ ...actor, ...other })
})
