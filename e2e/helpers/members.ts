import { ADMINISTRATOR } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'
import { PASSWORD } from '#e2e/helpers/people.ts'
import { codePicture } from '#server/seed/receipt-picture.ts'
import { registrationOf } from '#server/seed/people.ts'

export type Member = { readonly id: string; readonly name: string; readonly email: string; readonly token: string }

export type Api = {
  call(path: string, init?: { method?: string; body?: unknown; token?: string }): Promise<unknown>
  /** Registers member number n, approved at once unless asked otherwise. */
  joins(n: number, options?: { isApproved?: boolean }): Promise<Member>
  place(memberId: string, position: number): Promise<void>
}

/** What a story needs many of and is not about: members made through the server's own calls. */
export async function openApi(server: Server): Promise<Api> {
  const call = async (path: string, { method = 'GET', body, token }: { method?: string; body?: unknown; token?: string } = {}) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<unknown>
  }
  const { access_token: token } = (await call('/auth/login', { method: 'POST', body: ADMINISTRATOR })) as { access_token: string }
  return {
    call: (path, init) => call(path, { token, ...init }),
    joins: async (n, { isApproved = true } = {}) => {
      const typed = registrationOf({ firstName: `Pessoa${letters(n)}`, lastName: 'Andrade', number: n })
      const body = { ...typed, pixQrCode: await codePicture(typed.pixCopyPaste), password: PASSWORD }
      const { user, access_token } = (await call('/auth/register', { method: 'POST', body })) as { user: { id: string }; access_token: string }
      if (isApproved) await call(`/users/${user.id}/approve`, { method: 'PATCH', token })
      return { id: user.id, name: `${typed.firstName} ${typed.lastName}`, email: typed.email, token: access_token }
    },
    place: async (memberId, position) => {
      await call('/queue', { method: 'POST', token, body: { position, donation_number: 1, user_id: memberId, is_receiver: false, passed_user_ids: [] } })
    },
  }
}

/** A name of letters for a number: names have no digits. */
function letters(n: number): string {
  return String.fromCharCode(65 + Math.floor(n / 26)) + String.fromCharCode(97 + (n % 26))
}
