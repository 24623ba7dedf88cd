import { isElsewhere } from './server-address.ts'

/**
 * Has the browser keep the app itself for when there is no network; only the built app, and only for people who are
 * signed in.
 */
export function registerServiceWorker(): void {
  // It would hold pages from elsewhere to the policy of those that a server shows by itself.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isElsewhere) return
  // Private windows of some browsers refuse it: the app works without.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
