import type { Page } from 'playwright-core'

/**
 * The names of what this device keeps of a person's for when there is no network, read at `since` (epoch ms) or later;
 * null when it keeps nothing at all.
 */
export function keptReadings(page: Page, since = 0): Promise<string[] | null> {
  return page.evaluate(
    (earliest) =>
      new Promise<string[] | null>((resolve) => {
        const opened = indexedDB.open('keyval-store')
        // Nothing is kept yet, and nothing is made here: the app could not put its store into a database that is there.
        opened.addEventListener('upgradeneeded', () => opened.transaction!.abort())
        opened.addEventListener('error', () => resolve(null))
        opened.addEventListener('success', () => {
          const { result } = opened
          const answer = (names: string[] | null | Promise<string[]>) => {
            result.close()
            resolve(names)
          }
          if (!result.objectStoreNames.contains('keyval')) return answer(null)
          const store = result.transaction('keyval').objectStore('keyval')
          const [sealed, key] = [store.get('ciranda-visto'), store.get('ciranda-chave')]
          key.addEventListener('success', () => {
            if (!sealed.result) return answer(null)
            const { iv, data } = sealed.result as { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
            type Query = { queryKey: unknown[]; state: { dataUpdatedAt: number } }
            type Kept = { clientState: { queries: Query[] } }
            const namesIn = (plain: ArrayBuffer) =>
              (JSON.parse(new TextDecoder().decode(plain)) as Kept).clientState.queries
                .filter(({ state }) => state.dataUpdatedAt >= earliest)
                .map(({ queryKey }) => queryKey.join(' '))
            answer(crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key.result as CryptoKey, data).then(namesIn))
          })
        })
      }),
    since,
  )
}
