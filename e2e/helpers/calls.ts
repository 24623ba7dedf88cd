import { rodaPlan } from '#circle/plan.ts'
import { planFormOf } from '#contracts/plans.ts'
import type { AnswerOf, BodySent, CallName, ParamsSent, QuerySent } from '#contracts/contract.ts'
import type { Page } from 'playwright-core'
import { logsInToSign, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { devicesOf, salted } from '#e2e/helpers/signing.ts'
import { registrationOf } from '#server/seed/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'

type Sent<N extends CallName> = { params?: ParamsSent<N>; query?: QuerySent<N>; body?: BodySent<N> }

/** Makes a call of the contract as the holder of a token, or as nobody. Fails where the server refuses. */
export type Calls = <N extends CallName>(name: N, token: string | null, sent?: Sent<N>) => Promise<AnswerOf<N>>

export type StoryCalls = Calls & { readonly devices: ReturnType<typeof devicesOf> }

export type Joined = { readonly id: string; readonly token: string; readonly email: string; readonly name: string }

/** The server's own calls: for what a story needs and is not about. Where a signature is demanded, a device of the member's signs. */
export function callsOf(server: Server): StoryCalls {
  const plain = async (
    name: CallName,
    token: string | null,
    { params, query, body }: Sent<CallName>,
    signed: object,
  ) => {
    const [method, template] = name.split(' ') as [string, string]
    const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      String((params as Record<string, unknown> | undefined)?.[key]),
    )
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    return fetch(`${server.url}/api${path}${search}`, {
      method,
      headers: {
        ...signed,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
  const call: Calls = async <N extends CallName>(name: N, token: string | null, given: Sent<N> = {}) => {
    const sent = salted(name, given)
    const ask = async (isNeeded: boolean) => {
      const answer = await plain(name, token, sent as never, await devices.header(name, token, sent, isNeeded))
      return { answer, text: await answer.text() }
    }
    let { answer, text } = await ask(false)
    if (text.includes('"signature.needed"')) ({ answer, text } = await ask(true))
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`)
    return JSON.parse(text) as AnswerOf<N>
  }
  const devices = devicesOf(call)
  return Object.assign(call, { devices })
}

type Who = { readonly email: string; readonly password: string }

/**
 * Signs somebody in on a page of theirs, for whom the calls sign too: the device of the calls is their first, and admits the
 * page's, which would wait for a day.
 */
export async function logsInBesideCalls(page: Page, call: StoryCalls, { email, password }: Who) {
  const { access_token: token } = await call('POST /auth/login', null, { body: { email, password } })
  await call.devices.has(token)
  await logsInToSign(page, { email, password })
  await call.devices.admitOthers(token)
}

export async function administratorToken(call: Calls): Promise<string> {
  return (await call('POST /auth/login', null, { body: ADMINISTRATOR })).access_token
}

/** Registers a person by name; what else they type may be given. */
export async function joins(
  call: Calls,
  who: { firstName: string; lastName: string; number: number },
  typedOtherwise: Partial<BodySent<'POST /auth/register'>> = {},
): Promise<Joined> {
  const typed = { ...registrationOf(who), ...typedOtherwise }
  const { user, access_token } = await call('POST /auth/register', null, {
    body: { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD },
  })
  return { id: user.id, token: access_token, email: user.email, name: `${user.firstName} ${user.lastName}` }
}

/**
 * Approves people and gives them the first places of the first queue, in their order. A real circle asks for the
 * reason of a first order that is made by hand.
 */
export async function placed(
  call: Calls,
  administrator: string,
  people: readonly Joined[],
  reason?: string,
): Promise<void> {
  for (const [index, { id }] of people.entries()) {
    await call('PATCH /users/{id}/approve', administrator, { params: { id } })
    await call('POST /queue', administrator, {
      body: {
        position: index + 1,
        donation_number: 1,
        user_id: id,
        is_receiver: false,
        passed_user_ids: [],
        ...(reason === undefined ? {} : { reason }),
      },
    })
  }
}

/** A real roda of R$ 100 for so many people, made, on screen and taking people; its administrator's token. */
export async function foundsRoda(
  call: Calls,
  people: number,
  operator = 'Associação da Vila',
  months = people - 1,
): Promise<string> {
  const admin = await administratorToken(call)
  const { id } = await call('POST /admin/circles', admin, {
    body: {
      name: 'Roda da Vila',
      mode: 'real',
      outcome_seen: true,
      people,
      plan: planFormOf(rodaPlan({ amountCents: 10_000, months })),
      operator: {
        name: operator,
        document: '11.222.333/0001-81',
        contact: 'contato@vila.example',
        dataProtectionContact: 'dados@vila.example',
      },
    },
  })
  await call('POST /admin/circles/{id}/select', admin, { params: { id } })
  await call('POST /admin/circles/{id}/open', admin, { params: { id } })
  return admin
}

/** A real roda of these people in the order of their names, who are asked for the first contributions. */
export async function beginsRoda(call: Calls, names: readonly string[]): Promise<Joined[]> {
  const admin = await foundsRoda(call, names.length)
  const people: Joined[] = []
  for (const [index, firstName] of names.entries())
    people.push(await joins(call, { firstName, lastName: 'Andrade', number: index + 1 }))
  await placed(call, admin, people, 'Ordem combinada na primeira conversa.')
  await call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  return people
}
