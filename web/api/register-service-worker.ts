/**
 * Has the browser keep the app itself for when there is no network; only the built app, and only for people who are
 * signed in.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Private windows of some browsers refuse it: the app works without.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined)
}
