import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openPersonal, personalColumns } from '#server/members/personal.ts'
import { circles } from '#server/tables/circles.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { mask } from './mask.ts'
import { changedKeys, paymentKey } from './payment-key.ts'

const HASH = 'f'.repeat(64)
const OTHER = 'e'.repeat(64)
const own = { pixKeyType: 'EMAIL', pixKey: 'ana@exemplo.com.br', pixOwnerName: 'Ana Dias', btcAddress: null } as const

let testApp: TestApp
let id: string
let context: Parameters<typeof changedKeys>[0]

/** A member with a key, a picture of one address, and none of another. */
beforeEach(async () => {
  testApp = await createTestApp(await openTestDatabase({ placed: 1 }))
  const { services } = testApp
  id = (await testApp.placed(1))[0]!.id
  const [row] = await services.db.select().from(users).where(eq(users.id, id))
  const personal = { ...openPersonal(services.secrets, row!), ...own }
  await services.db
    .update(users)
    .set({ ...personalColumns(services.secrets, id, personal as never), btcQrSha256: HASH, usdtQrSha256: null })
    .where(eq(users.id, id))
  const [circle] = await services.db.select().from(circles)
  const { id: admin } = (await testApp.call('GET /users/profile', await testApp.administrator())).body
  context = { ...services, actor: { id: admin, circleId: circle!.id } } as never
})

const changes = (body: object, of = id) => changedKeys(context, { params: { id: of }, body } as never)

test('what an edit changes of how somebody is paid is shown old beside new, masked, and only where it is another', async () => {
  expect(await changes({})).toEqual([])
  expect(await changes({ ...own, firstName: 'Outra' })).toEqual([])
  const other = { pixKeyType: 'PHONE', pixKey: '+5511912345678', pixOwnerName: null, btcAddress: 'bc1qexemplo0000' }
  expect(await changes(other)).toEqual([
    { field: 'pixKeyType', before: 'EMAIL', after: 'PHONE' },
    { field: 'pixKey', before: mask(own.pixKey), after: mask(other.pixKey) },
    { field: 'pixOwnerName', before: mask(own.pixOwnerName), after: null },
    { field: 'btcAddress', before: null, after: mask(other.btcAddress) },
  ])
  expect(await changes(other, HASH.replace(/(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5'))).toEqual([])
})

test('of a picture it says that it is another, that it comes, or that it goes', async () => {
  expect(await changes({ btcQrCode: HASH, usdtQrCode: null })).toEqual([])
  expect(await changes({ btcQrCode: OTHER })).toEqual([{ field: 'btcQrCode', before: 'imagem', after: 'outra imagem' }])
  expect(await changes({ btcQrCode: null })).toEqual([{ field: 'btcQrCode', before: 'imagem', after: null }])
  expect(await changes({ usdtQrCode: OTHER })).toEqual([{ field: 'usdtQrCode', before: null, after: 'outra imagem' }])
})

test('it is a change of two people where a member is paid elsewhere: not of oneself, nor of whoever only administers', async () => {
  const applies = (of: string, body: object) => paymentKey.applies!(context, { params: { id: of }, body } as never)
  const other = { pixKey: 'outra@exemplo.com.br' }
  expect(await applies(id, other)).toBe(true)
  expect(await applies(id, { firstName: 'Outra' })).toBe(false)
  const { actor } = context
  expect(await applies(actor.id, other)).toBe(false)
  context = { ...context, actor: { ...actor, id } }
  expect(await applies(id, other)).toBe(false)
  expect(await applies(actor.id, other)).toBe(false)
  expect(await paymentKey.touched(context, { params: { id } } as never, [])).toEqual([id])
  expect(await paymentKey.act(context, {} as never)).toBeNull()
})
