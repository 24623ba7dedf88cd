const keyOf = (drawId: string, memberId: string) => `ciranda:draw:${drawId}:${memberId}`

/** The number that this device keeps for a draw; null where it has none, or its storage is closed. */
export function keptNumber(drawId: string, memberId: string): string | null {
  try {
    return localStorage.getItem(keyOf(drawId, memberId))
  } catch {
    return null
  }
}

/** Makes a number of 32 random bytes and keeps it on this device until the draw wants it. */
export function keepNumber(drawId: string, memberId: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(keyOf(drawId, memberId), number)
  return number
}
