import type { BodySent } from '#contracts/contract.ts'
import { request } from './client.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import { PUSH_OWNER } from './storage.ts'

// Notices on this device although the app is closed. The browser asks its person, so nothing here is begun without a press.

/** Whether this browser can show notices: an iPhone can only from its home screen, and its person may have said no. */
export type PushAbility = 'able' | 'unable' | 'home-screen' | 'refused'

export function pushAbility(): PushAbility {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const isOnHomeScreen = matchMedia('(display-mode: standalone)').matches
  if (isApple && !isOnHomeScreen) return 'home-screen'
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unable'
  return Notification.permission === 'denied' ? 'refused' : 'able'
}

/** Asks the person by the browser's own dialog, and has the server send here. False where they said no. */
export async function turnPushOn(userId: string, publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await request('POST /me/push-subscriptions', { body: await subscription(publicKey) })
  localStorage.setItem(PUSH_OWNER, userId)
  return true
}

/** Ends it here: the server forgets this device, and the browser its address. Where that fails, it stands as it was. */
export async function turnPushOff(id: string): Promise<void> {
  const owner = localStorage.getItem(PUSH_OWNER)
  // Before the server forgets the device: a renewal that finds it gone must not turn it on again.
  localStorage.removeItem(PUSH_OWNER)
  try {
    await request('DELETE /me/push-subscriptions/{id}', { params: { id } })
  } catch (error) {
    if (owner !== null) localStorage.setItem(PUSH_OWNER, owner)
    throw error
  }
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Whether this person turned notices on here: where the server knows no device of this session, they have stopped. */
export function isTurnedOnBy(userId: string): boolean {
  return localStorage.getItem(PUSH_OWNER) === userId
}

/**
 * Tells the server anew of a device that its person turned on, at a new address: their session is another one now, or the
 * push service has given the old one up. Nobody else's device is touched, and nobody is asked anything. Answers whether it
 * did.
 */
export async function renewPush(userId: string): Promise<boolean> {
  if (!isTurnedOnBy(userId) || pushAbility() !== 'able' || Notification.permission !== 'granted') return false
  const { publicKey, subscriptions } = await request('GET /me/push-subscriptions')
  if (publicKey === null || subscriptions.some(({ here }) => here) || !isTurnedOnBy(userId)) return false
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await request('POST /me/push-subscriptions', { body: await subscription(publicKey) })
  return true
}

/** Some windows take no worker, and none comes of asking longer. */
const WORKER_MS_MAX = 15_000

/** The browser's subscription, made where there is none, or where it was made for another key. */
async function subscription(publicKey: string): Promise<BodySent<'POST /me/push-subscriptions'>> {
  registerServiceWorker()
  const patience = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No service worker')), WORKER_MS_MAX)
  })
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, patience])
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  return made.toJSON() as BodySent<'POST /me/push-subscriptions'>
}
