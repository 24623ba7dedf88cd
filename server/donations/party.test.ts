import { expect, test } from 'vitest'
import { DEMONSTRATION_NAME, demonstrationPixKey } from '#contracts/payment/demonstration.ts'
import { openPersonal, personalColumns } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { keyFields, namedParty, openParty, ownParty, registeredParty } from './party.ts'

const HASH = 'f'.repeat(64)
const unknown = {
  email: null,
  phone: null,
  pixKey: null,
  pixOwnerName: null,
  pixCopyPaste: null,
  pixQrCode: null,
  btcAddress: null,
  btcQrCode: null,
  usdtAddress: null,
  usdtQrCode: null,
}
const account = {
  ...unknown,
  id: null,
  name: 'Conta administrativa',
  firstName: 'Conta',
  lastName: 'administrativa',
  avatarUrl: null,
}

test('a party is shown by name, with contact and key to the other while it is open, and whole to who administers', async () => {
  const { services, placed } = await createTestApp(await openTestDatabase({ placed: 1 }))
  const { secrets } = services
  const { id } = (await placed(1))[0]!
  const row = (await services.db.select().from(users)).find((user) => user.id === id)!
  const contact = { email: 'ana@exemplo.com.br', phone: '(11) 91234-5678' }
  const own = { pixKey: 'ana@exemplo.com.br', pixOwnerName: 'Ana Dias', btcAddress: 'btc', usdtAddress: 'usdt' }
  const personal = { ...openPersonal(secrets, row), ...contact, ...own }
  const user = {
    ...row,
    ...personalColumns(secrets, id, personal),
    firstName: 'Ana',
    lastName: '',
    avatar: 'flor',
    btcQrSha256: HASH,
    usdtQrSha256: HASH,
  }
  const named = { ...unknown, id, name: 'Ana', firstName: 'Ana', lastName: '', avatarUrl: 'flor' }
  expect(namedParty(services, user)).toEqual(named)
  expect(namedParty(services, null)).toEqual(account)

  const pictures = { btcQrCode: expect.stringContaining(HASH), usdtQrCode: expect.stringContaining(HASH) }
  expect(keyFields(services, user, own as never)).toEqual({ ...own, ...pictures })
  // A picture is of the address that its owner has now, and of no other.
  const former = { ...own, btcAddress: 'btc de antes', usdtAddress: 'usdt de antes' }
  expect(keyFields(services, user, former as never)).toEqual({ ...former, btcQrCode: null, usdtQrCode: null })
  const without = { ...own, btcAddress: null, usdtAddress: null }
  expect(keyFields(services, user, without as never)).toEqual({ ...without, btcQrCode: null, usdtQrCode: null })
  expect(keyFields(services, user, null)).toEqual({})

  expect(openParty(services, 'real', user, own as never)).toEqual({ ...named, ...contact, ...own, ...pictures })
  expect(openParty(services, 'real', user, null)).toEqual({ ...named, ...contact })
  const masked = openParty(services, 'demonstracao', user, null)
  expect(masked.email).toMatch(/^a.*•.*@/)
  expect(masked.phone).toContain('•')
  expect(masked.name).toBe('Ana')
  const nobody = { ...personal, email: '', phone: null }
  const unreachable = { ...user, ...personalColumns(secrets, id, nobody) }
  for (const mode of ['real', 'demonstracao'] as const)
    expect(openParty(services, mode, unreachable, null)).toEqual(named)
  expect(openParty(services, 'real', null, null)).toEqual(account)
  const fictitious = { pixKey: demonstrationPixKey('administracao'), pixOwnerName: DEMONSTRATION_NAME }
  expect(openParty(services, 'demonstracao', null, null)).toEqual({ ...account, ...fictitious })

  expect(ownParty(services, user, own as never)).toEqual({ ...named, ...own, ...pictures })
  expect(ownParty(services, null, own as never)).toEqual(account)

  expect(registeredParty(services, user)).toEqual({ ...named, ...contact, ...own })
  const paidOn = { pixKey: 'de antes', pixOwnerName: 'Ana', btcAddress: null, usdtAddress: null }
  expect(registeredParty(services, user, paidOn as never)).toEqual({ ...named, ...contact, ...paidOn })
  expect(registeredParty(services, user, null)).toEqual({ ...named, ...contact })
  expect(registeredParty(services, null)).toEqual(account)
})
