import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { spokenText } from '#circle/case-words.ts'
import { shapeOf } from '#circle/ledger/act-kinds.ts'
import { DECISIONS } from '#circle/ledger/deeds.ts'
import { actText, debtOf } from '#circle/ledger/signed-act.ts'
import type { Act, Debt, Moment } from '#circle/ledger/signed-act.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { Person, TestApp } from './test-app.ts'

/** A key as a browser makes it: its point in base64url, and the half that signs. */
export function makeKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  return { point: point.toString('base64url'), privateKey }
}

export type ActToSign = Pick<Act, 'act'> & Partial<Act>

/** The parts of a signature, of which a liar changes some. */
export type Changed = Partial<Act & Moment & { circleId: string; key: string; debt: Debt | null; helped: string }>

type Signer = { readonly id: string; readonly privateKey: KeyObject; readonly count: number }

/** A device's salt for words. */
export const newSalt = (): string => randomBytes(16).toString('base64url')

/** Words as a device signs them: the salt that goes with the call, and their hash, which goes with the act. */
export function spoken(
  about: string,
  text: string,
  picture: string | null = null,
  { more = null, salt = newSalt() }: { readonly more?: string | null; readonly salt?: string } = {},
) {
  const image = createHash('sha256').update(spokenText({ salt, about, text, more, picture })).digest('hex')
  return { words_salt: salt, image }
}

/** The header of a device's signature over an act, as the app makes it on this ground; `changed` makes another of it. */
export function signedHeader(
  ground: AnswerOf<'GET /me/acts/ground'>,
  { id, privateKey, count }: Signer,
  act: ActToSign,
  changed: Changed = {},
): Record<string, string> {
  const whole: Act = { donationId: null, level: null, image: null, ...act, ...changed }
  const moment: Moment = { at: ground.at, count, head: ground.end.hash, seq: ground.end.seq, ...changed }
  const debt = changed.debt === undefined ? ground.matched && debtOf(ground.matched) : changed.debt
  const text = actText(changed.circleId ?? ground.circle_id, whole, debt, moment, changed.helped ?? null)
  const sig = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  const of = DECISIONS.includes(whole.act) ? `; of=${whole.image}` : ''
  const part = whole.part === undefined ? '' : `; part=${whole.part}`
  const stood = `at=${moment.at}; head=${moment.head}; count=${moment.count}`
  const fields = `key=${changed.key ?? id}; ${stood}${of}${part}; sig=${sig}`
  return { 'ciranda-signature': fields }
}

/** The same for a member of a test's own server. */
export async function signatureHeader(
  testApp: TestApp,
  { token }: Pick<Person, 'token'>,
  signer: Signer,
  act: ActToSign,
  changed: Changed = {},
): Promise<Record<string, string>> {
  const query = shapeOf(act.act).isOfDonation && act.donationId ? `?donation_id=${act.donationId}` : ''
  const { body: ground } = await testApp.call('GET /me/acts/ground', token, { query })
  return signedHeader(ground, signer, act, changed)
}

/** A device of a member's own, added to their circle: answers what makes the header of a signature over an act. */
export async function deviceOf(testApp: TestApp, person: Person) {
  const { point, privateKey } = makeKey()
  const { body: key } = await testApp.call('POST /me/device-keys', person.token, { body: { public_key: point } })
  let count = 0
  return (act: ActToSign, changed: Changed = {}, { token } = person) =>
    signatureHeader(testApp, { token }, { id: key.id, privateKey, count: (count += 1) }, act, changed)
}
