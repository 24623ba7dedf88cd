import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParam } from './query.ts'

const tag = 'notices'

/** The most devices of one person that show notices. */
export const PUSH_DEVICES_MAX = 10

/** The words that a device is sent and shows, perhaps on a locked screen: no amount, no name, no key. `url` is a page of this app. */
export type PushPayload = {
  readonly title: string
  readonly body: string
  readonly url: string
  /** The same message sent twice is shown once. */
  readonly tag: string
}

const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}={0,2}$`), 'Não foi possível ligar os avisos neste aparelho.')

const pushSubscription = z.object({
  id: z.string(),
  /** A short label such as 'Chrome no Android'. */
  device: z.string(),
  since: z.string(),
  /** Whether it belongs to the session that asks. */
  here: z.boolean(),
})

/** Beyond the specification: notices on devices where the app is closed (Web Push). */
export const pushCalls = {
  'GET /me/push-subscriptions': defineCall({
    access: 'signed-in',
    tag,
    summary: 'The caller’s devices that show notices, and the server’s key (VAPID), null where push is off.',
    answer: z.object({ publicKey: z.string().nullable(), subscriptions: z.array(pushSubscription) }),
  }),
  'POST /me/push-subscriptions': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Lets the caller’s browser show notices: a subscription as the browser’s push manager gave it.',
    status: 201,
    body: z.strictObject({
      endpoint: z.string().min(1).max(2048),
      keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
      expirationTime: z.number().nullish(),
    }),
    answer: z.object({ id: z.string() }),
    refusals: ['push.off', 'push.service_unknown', 'push.invalid'],
  }),
  'DELETE /me/push-subscriptions/{id}': defineCall({
    access: 'signed-in',
    auditor: true,
    tag,
    summary: 'Ends the notices on one of the caller’s devices.',
    status: 204,
    params: idParam,
    refusals: ['resource.not_found'],
  }),
}
