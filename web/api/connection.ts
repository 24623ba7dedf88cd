const CHANGED = 'ciranda:connection'

let isAway = false

/** Each call says here whether it reached the server. */
export function setReachable(isReached: boolean): void {
  if (isAway === !isReached) return
  isAway = !isReached
  dispatchEvent(new Event(CHANGED))
}

/** Whether there is a way to the server, as far as the device and the last call know. */
export function isConnected(): boolean {
  return navigator.onLine && !isAway
}

/** Calls back when `isConnected` may have changed; answers how to stop. */
export function onConnectionChange(callback: (event: Event) => void): () => void {
  const names = ['online', 'offline', CHANGED]
  for (const name of names) addEventListener(name, callback)
  return () => {
    for (const name of names) removeEventListener(name, callback)
  }
}
