import { generateKeyPairSync, sign } from 'node:crypto'
import { actText } from '#circle/ledger/signed-act.ts'
import type { Act } from '#circle/ledger/signed-act.ts'
import type { Person, TestApp } from './test-app.ts'

type SignedAct = Pick<Act, 'act'> & Partial<Act>

/** A device of a member's own, added to their circle: answers what makes the header of a signature over an act. */
export async function deviceOf(testApp: TestApp, { token }: Person) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const { body: key } = await testApp.call('POST /me/device-keys', token, {
    body: { public_key: point.toString('base64url') },
  })
  return async (act: SignedAct): Promise<Record<string, string>> => {
    const { circle_id, hash: head } = (await testApp.call('GET /ledger/head', token)).body
    const at = new Date(testApp.clock.now()).toISOString()
    const text = actText(circle_id, { donationId: null, level: null, image: null, ...act }, { at, head })
    const sig = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return { 'ciranda-signature': `key=${key.id}; at=${at}; head=${head}; sig=${sig.toString('base64url')}` }
  }
}
