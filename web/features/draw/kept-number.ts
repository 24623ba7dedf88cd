const keyOf = (drawId: string, memberId: string) => `ciranda:draw:${drawId}:${memberId}`
const PREFIX = 'ciranda:draw-joined:'
const SENT = 'ciranda:draw-sent:'

/** The number that this device keeps for a draw; null where it has none, or its storage is closed. */
export function keptNumber(drawId: string, memberId: string): string | null {
  return read(keyOf(drawId, memberId))
}

/** Makes a number of 32 random bytes and keeps it on this device until the draw wants it. */
export function keepNumber(drawId: string, memberId: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const number = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  localStorage.setItem(keyOf(drawId, memberId), number)
  return number
}

type Joined = { readonly circleId: string; readonly drawId: string; readonly memberId: string }

/** Remembers that a draw took this device's number, by the commitment that went with it. */
export function noteJoined({ circleId, drawId, memberId }: Joined, commitment: string): void {
  try {
    localStorage.setItem(`${PREFIX}${circleId}:${memberId}:${drawId}`, commitment)
  } catch {
    // A device that stores nothing cannot show the number either.
  }
}

/** Remembers that this device sends its number, whatever the answer says. */
export function noteSent(drawId: string, memberId: string): void {
  try {
    localStorage.setItem(`${SENT}${drawId}:${memberId}`, '1')
  } catch {
    // A device that stores nothing has no number to send.
  }
}

export function wasSent(drawId: string, memberId: string): boolean {
  return read(`${SENT}${drawId}:${memberId}`) !== null
}

/** The commitment with which this device joined a draw; null where it did not. */
export function joinedWith({ circleId, drawId, memberId }: Joined): string | null {
  return read(`${PREFIX}${circleId}:${memberId}:${drawId}`)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
