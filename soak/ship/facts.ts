import assert from 'node:assert/strict'
import { PASSWORD } from './machine.ts'

export type Facts = { readonly people: readonly string[]; readonly seq: number }

/** Everybody, and how far the ledger goes, as an administrator reads them. */
export async function factsAt(url: string): Promise<Facts> {
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@ciranda.local', password: PASSWORD }),
  })
  assert.equal(signedIn.status, 200)
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const read = async (call: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api${call}`, { headers: { authorization: `Bearer ${token}` } })
    assert.equal(answer.status, 200, call)
    return answer.json()
  }
  const people = ((await read('/users')) as { id: string }[]).map(({ id }) => id)
  assert.ok(people.length > 1, 'nobody is there')
  const { seq } = (await read('/ledger/head')) as { seq: number }
  return { people, seq }
}

export function ensureWhole(before: Facts, after: Facts): void {
  assert.deepEqual(after.people, before.people)
  assert.ok(after.seq >= before.seq, 'entries of the ledger are gone')
}
