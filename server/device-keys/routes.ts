import type { deviceKeyCalls } from '#contracts/device-keys.ts'
import type { Routes } from '#server/handler.ts'
import { addDeviceKey } from './add-key.ts'
import { admitDeviceKey } from './admit-key.ts'
import { showGround, showReceipt } from './proofs.ts'
import { listDeviceKeys } from './queries.ts'
import { removeDeviceKey } from './remove-key.ts'

export const deviceKeyRoutes: Routes<keyof typeof deviceKeyCalls> = {
  'GET /me/device-keys': (context) => listDeviceKeys(context),
  'POST /me/device-keys': (context, { body }) => addDeviceKey(context, { publicKey: body.public_key }),
  'POST /me/device-keys/{id}/admit': (context, { params, body }) =>
    admitDeviceKey(context, { keyId: params.id, hash: body.hash }),
  'DELETE /me/device-keys/{id}': (context, { params }) => removeDeviceKey(context, { keyId: params.id }),
  'GET /me/acts/ground': (context, { query }) => showGround(context, query),
  'GET /me/acts/receipt': (context, { query }) => showReceipt(context, query),
}
