import { z } from 'zod'
import { defineCall } from './call.ts'
import { authAnswer } from './entities/session.ts'
import { loginForm } from './forms/login.ts'
import { ownPassword } from './members.ts'
import { idParam } from './query.ts'

const tag = 'passkeys'
const time = z.iso.datetime()
const nothing = z.strictObject({})

/** The request to the device, and its answer, as WebAuthn puts them in JSON. */
const options = z.object({ options: z.record(z.string(), z.unknown()) })
const answered = z.strictObject({ response: z.record(z.string(), z.unknown(), 'Resposta inválida.') })

const NOT_A_CODE = 'Digite o código como está no papel.'

/** A passkey as its person sees it. */
export const passkey = z.object({ id: z.string(), device: z.string(), created_at: time, last_used_at: time.nullable() })

export const accessKeys = z.object({
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
})

/** Beyond the specification: getting in without a password, and when nothing else is left (docs/decisions/009). */
export const passkeyCalls = {
  'GET /me/passkeys': defineCall({
    byHelper: false,
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'The caller’s passkeys, oldest first, and how many recovery codes are left.',
    answer: accessKeys,
  }),
  'POST /me/passkeys/options': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Begins adding a passkey, given the caller’s password: what their device is to be asked.',
    body: ownPassword,
    answer: options,
    refusals: ['user.wrong_password', 'passkey.too_many'],
  }),
  'POST /me/passkeys': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Adds the passkey that the device made. Told to the caller by letter.',
    status: 201,
    body: answered,
    answer: accessKeys,
    refusals: ['passkey.invalid', 'passkey.too_many'],
  }),
  'DELETE /me/passkeys/{id}': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'A passkey opens the account no more.',
    stepUp: 'always',
    params: idParam,
    answer: accessKeys,
  }),
  'POST /me/recovery-codes': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Makes ten recovery codes, shown this once, given the caller’s password; earlier ones are void.',
    body: ownPassword,
    answer: z.object({ codes: z.array(z.string()) }),
    refusals: ['user.wrong_password'],
  }),
  'POST /auth/passkey/options': defineCall({
    access: 'public',
    tag,
    summary: 'Begins signing in, or confirming again, by passkey: what the device is to be asked.',
    answer: options,
  }),
  'POST /auth/passkey': defineCall({
    access: 'public',
    tag,
    summary: 'Opens a session by passkey.',
    body: answered,
    answer: authAnswer,
    refusals: ['passkey.invalid', 'session.account_closed'],
  }),
  'POST /auth/confirm/passkey': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    whileClosed: true,
    summary: 'Shows by a passkey of the caller’s that they are there.',
    body: answered,
    answer: nothing,
    refusals: ['passkey.invalid'],
  }),
  'POST /auth/recovery-code': defineCall({
    access: 'public',
    tag,
    summary: 'Opens a session by one of the recovery codes, which is then used up.',
    body: z.strictObject({
      email: loginForm.shape.email,
      code: z.string(NOT_A_CODE).trim().min(1, NOT_A_CODE).max(40),
    }),
    answer: authAnswer,
    refusals: ['recovery.code_wrong', 'session.account_closed'],
  }),
}
