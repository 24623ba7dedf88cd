import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyActs } from './verify-acts.ts'

const { publicKey: key, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x, y } = key.export({ format: 'jwk' })
const publicKey = Buffer.concat([
  Buffer.from([4]),
  Buffer.from(x!, 'base64url'),
  Buffer.from(y!, 'base64url'),
]).toString('base64url')
const signed = (seq: number, text: string, told = text) => {
  const sig = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return { seq, publicKey, text: told, sig }
}

test('each act is verified, and those that this device verified before are not again', async () => {
  const acts = [signed(1, 'a'), signed(2, 'b', 'lie'), signed(3, 'c', 'lie')]
  const answers = async (knownUpTo?: number) => {
    const isSigned = await verifyActs(acts, knownUpTo)
    return acts.map(isSigned)
  }
  expect(await answers()).toEqual([true, false, false])
  expect(await answers(2)).toEqual([true, true, false])
})
