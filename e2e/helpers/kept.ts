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
          const store = result.transaction('keyval').objectStore('keyval')
          const [sealed, key] = [store.get('ciranda-visto'), store.get('ciranda-chave')]
          key.addEventListener('success', () => {
            if (!sealed.result) return resolve(null)
            const { iv, data } = sealed.result as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
            type Kept = { clientState: { queries: { queryKey: unknown[] }[] } }
            const namesIn = (plain: ArrayBuffer) =>
              (JSON.parse(new TextDecoder().decode(plain)) as Kept).clientState.queries.map(({ queryKey }) =>
                queryKey.join(' '),
              )
            resolve(crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key.result as CryptoKey, data).then(namesIn))
          })
        })
      }),
  )
}
