import type { Page } from 'playwright-core'

/**
 * The names of what this device keeps of a person's for when there is no network; null when it keeps nothing at all.
 */
export function keptReadings(page: Page): Promise<string[] | null> {
  return page.evaluate(
    () =>
      new Promise<string[] | null>((resolve) => {
        const opened = indexedDB.open('keyval-store')
        opened.addEventListener('success', () => {
          const { result } = opened
          if (!result.objectStoreNames.contains('keyval')) return resolve(null)
          const request = result.transaction('keyval').objectStore('keyval').get('ciranda-visto')
          request.addEventListener('success', () => {
            const kept = request.result as { clientState: { queries: { queryKey: unknown[] }[] } } | undefined
            resolve(kept ? kept.clientState.queries.map(({ queryKey }) => queryKey.join(' ')) : null)
          })
        })
      }),
  )
}
