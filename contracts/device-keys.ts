import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'

const tag = 'device keys'

export const deviceKey = z.object({
  id: z.string(),
  circle_id: z.string(),
  device: z.string(),
  public_key: z.string(),
  added_at: z.iso.datetime(),
  removed_at: z.iso.datetime().nullable(),
})

const NOT_A_KEY = 'Esta não é uma chave de aparelho.'

/** Beyond the specification: the devices with which members sign what they do (docs/decisions/010). */
export const deviceKeyCalls = {
  'GET /me/device-keys': defineCall({
    access: 'approved',
    tag,
    summary: 'The devices that sign in the caller’s name, and those that no longer do, newest first.',
    status: 200,
    answer: z.array(deviceKey),
    refusals: [],
  }),
  'POST /me/device-keys': defineCall({
    access: 'approved',
    tag,
    summary: 'Adds this device’s public key: an uncompressed P-256 point (65 bytes) in base64url. Told to the member.',
    status: 201,
    idempotent: true,
    stepUp: 'real',
    body: z.strictObject({ public_key: z.string(NOT_A_KEY).regex(/^[\w-]{87}$/, NOT_A_KEY) }),
    answer: deviceKey,
    refusals: ['device.invalid', 'device.taken', 'device.too_many'],
  }),
  'DELETE /me/device-keys/{id}': defineCall({
    access: 'approved',
    tag,
    summary: 'A device signs no more; what it signed before stays valid. Told to the member.',
    status: 200,
    stepUp: 'real',
    params: idParam,
    answer: deviceKey,
    refusals: [],
  }),
}
