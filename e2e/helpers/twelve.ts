import { foundsRoda, joins, placed } from '#e2e/helpers/calls.ts'
import type { Calls, Joined, StoryCalls } from '#e2e/helpers/calls.ts'
import { PASSWORD, receipt } from '#e2e/helpers/people.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { people as named } from '#server/seed/people.ts'

export const TWELVE = 12
/** How many of the twelve have sent their receipt by the middle of the month, and how many of those are confirmed. */
const PAID = 9
const CONFIRMED = 6
export const MID_MONTH = '2026-11-18T12:00:00.000Z'

/** The pages of a member, and those of who organises. */
export const MEMBER_PAGES = [
  '/home',
  '/donations',
  '/profile',
  '/roda',
  '/profile/dados',
  '/profile/chave',
  '/profile/contatos',
  '/profile/avisos',
  '/profile/acesso',
  '/profile/aparelhos',
  '/reports',
  '/notices',
  '/ledger',
  '/calendar',
  '/draw',
  '/conhecidos',
  '/privacy',
]
export const ADMIN_PAGES = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/join-links',
  '/admin/queue',
  '/admin/donations',
  '/admin/reports',
  '/admin/approvals',
  '/admin/settings',
  '/admin/month',
  '/admin/meeting',
  '/admin/settings/plano',
  '/admin/settings/identidade',
  '/admin/settings/calendario',
  '/admin/settings/prazo',
  '/admin/settings/correio',
  '/admin/settings/copia',
  '/admin/settings/administradores',
  '/admin/settings/circulos',
  '/admin/account',
  '/admin/first-steps',
  '/admin/found',
]

/** A real roda of twelve neighbours as its members see it in mid-month: the first receives, nine have paid. */
export async function foundsTwelve(call: Calls, server: Server): Promise<Joined[]> {
  const admin = await foundsRoda(call, TWELVE, 'Cida Ramos')
  const people: Joined[] = []
  for (const who of named.slice(0, TWELVE)) people.push(await joins(call, who))
  await placed(call, admin, people, 'A ordem combinada na reunião.')
  await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  for (const donor of people.slice(0, PAID)) await pays(call, donor)
  await confirms(call, people[0]!, CONFIRMED)
  await server.moveClockTo(MID_MONTH)
  return people
}

const DAY_LATER = '2026-11-19T13:00:00.000Z'

/**
 * The rest of the month: everybody pays, and everything is confirmed. A day later, from when on the calls sign for those too who
 * have signed in on a phone.
 */
export async function settlesMonth(call: StoryCalls, server: Server, people: readonly Joined[]): Promise<void> {
  for (const { email } of people) await call.devices.has(await tokenOf(call, email))
  await server.moveClockTo(DAY_LATER)
  for (const donor of people.slice(PAID)) await pays(call, donor)
  for (const receiver of people) await confirms(call, receiver, TWELVE)
}

async function pays(call: Calls, { email }: Joined): Promise<void> {
  const token = await tokenOf(call, email)
  for (const { id } of await call('GET /donations/to-send', token))
    await call('POST /donations/{id}/comprovante', token, {
      params: { id },
      body: { comprovanteBase64: (await receipt(id)).buffer.toString('base64') },
    })
}

async function confirms(call: Calls, { email }: Joined, count: number): Promise<void> {
  const token = await tokenOf(call, email)
  const waiting = (await call('GET /donations/to-receive', token)).filter(
    ({ status }) => status === 'PENDING_CONFIRMATION',
  )
  for (const { id } of waiting.slice(0, count)) await call('PATCH /donations/{id}/confirm', token, { params: { id } })
}

async function tokenOf(call: Calls, email: string): Promise<string> {
  return (await call('POST /auth/login', null, { body: { email, password: PASSWORD } })).access_token
}
