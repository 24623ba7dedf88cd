import type { pushCalls } from '#contracts/push.ts'
import type { Routes } from '#server/handler.ts'
import { listDevices, subscribe, unsubscribe } from './subscribe.ts'

export const pushRoutes: Routes<keyof typeof pushCalls> = {
  'GET /me/push-subscriptions': (context) => listDevices(context),
  'POST /me/push-subscriptions': (context, { body }) => subscribe(context, body),
  'DELETE /me/push-subscriptions/{id}': async (context, { params }) => {
    await unsubscribe(context, params.id)
    return undefined
  },
}
