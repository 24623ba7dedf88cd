/** The push services of the browsers in use, as hosts; with a dot in front, all hosts under it. */
const KNOWN = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'] as const

/**
 * Whether an address that a browser gave may be called: one of the known push services over TLS, at its usual port, or one
 * that the configuration adds by its origin. Anything else is never called, since the address comes from a member and would
 * let them have the server call whatever it can reach.
 */
export function isPushEndpoint(endpoint: string, added: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username !== '' || url.password !== '') return false
  if (added.includes(url.origin)) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return KNOWN.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host))
}
