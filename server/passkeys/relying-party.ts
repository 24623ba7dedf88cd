import { refuse } from '#server/lib/refusal.ts'

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

export type RelyingParty = { readonly id: string; readonly origin: string }

/**
 * The name under which devices keep the passkeys of this installation, and the origin of the pages that may use them,
 * from its public address. A passkey belongs to a name, never to an IP address: on this machine alone it is `localhost`,
 * and the pages have to be opened there. Refuses with `passkey.unavailable` without an address.
 */
export function relyingParty(publicUrl: string): RelyingParty {
  if (publicUrl === '') refuse('passkey.unavailable')
  const { hostname, origin, port, protocol } = new URL(publicUrl)
  if (!LOOPBACK.includes(hostname)) return { id: hostname, origin }
  return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
}
