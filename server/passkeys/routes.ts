import type { passkeyCalls } from '#contracts/passkeys.ts'
import type { Routes } from '#server/handler.ts'
import { addPasskey, beginPasskey, removePasskey } from './add-passkey.ts'
import { listAccessKeys } from './queries.ts'
import { makeRecoveryCodes, signInByCode } from './recovery-codes.ts'
import { askPasskey, confirmByPasskey, signInByPasskey } from './use-passkey.ts'

export const passkeyRoutes: Routes<keyof typeof passkeyCalls> = {
  'GET /me/passkeys': (context) => listAccessKeys(context),
  'POST /me/passkeys/options': (context, { body }) => beginPasskey(context, body),
  'POST /me/passkeys': async (context, { body }) => {
    await addPasskey(context, body)
    return listAccessKeys(context)
  },
  'DELETE /me/passkeys/{id}': async (context, { params }) => {
    await removePasskey(context, { passkeyId: params.id })
    return listAccessKeys(context)
  },
  'POST /me/recovery-codes': (context, { body }) => makeRecoveryCodes(context, body),
  'POST /auth/passkey/options': (context) => askPasskey(context),
  'POST /auth/passkey': (context, { body }) => signInByPasskey(context, body),
  'POST /auth/confirm/passkey': async (context, { body }) => {
    await confirmByPasskey(context, body)
    return {}
  },
  'POST /auth/recovery-code': (context, { body }) => signInByCode(context, body),
}
