/** Whether this page may use passkeys: they belong to a name, never to an IP address, and need a secure page. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && isSecureContext && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname)
}
