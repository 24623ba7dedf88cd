import { isElsewhere } from '#web/api/server-address.ts'

/** Whether this page may use passkeys: they belong to the server's name, never to an IP address, and need a secure page. */
export function canUsePasskeys(): boolean {
  const isByName = !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)
  return 'PublicKeyCredential' in window && isSecureContext && isByName && !isElsewhere
}
