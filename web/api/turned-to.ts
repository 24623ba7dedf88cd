/** How often a page without a stream of its own asks for everything. */
const DISPLACED_MS = 60_000

/**
 * Waits until somebody turns to this page, after another one of the same person took the place of its stream. Taking it back
 * at once would displace the next. Meanwhile everything is asked for once a minute, where the page is seen beside others.
 */
export function turnedTo(signal: AbortSignal, onChange: () => void): Promise<void> {
  return new Promise((resolve) => {
    const asking = setInterval(() => document.visibilityState === 'visible' && onChange(), DISPLACED_MS)
    const end = () => {
      clearInterval(asking)
      document.removeEventListener('visibilitychange', show)
      removeEventListener('focus', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const show = () => document.visibilityState === 'visible' && end()
    document.addEventListener('visibilitychange', show)
    addEventListener('focus', end)
    signal.addEventListener('abort', end)
  })
}
