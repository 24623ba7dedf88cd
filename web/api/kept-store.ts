import { createStore } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/**
 * A store of this device. Each transaction is committed with its requests: one that waits for its page to do so stays open
 * when the page is left meanwhile, and in Safari, which keeps such a page, everything after it waits forever
 * (https://github.com/jakearchibald/idb-keyval/issues/180). So its work asks for all it wants at once; idb-keyval's
 * `update` does not.
 */
export function openStore(database: string, name: string): UseStore {
  const store = createStore(database, name)
  return (mode, work) =>
    store(mode, (objects) => {
      const result = work(objects)
      objects.transaction.commit()
      return result
    })
}

/** For readings, the ledger and a picture shared with this device, each under its own key. */
export const keptStore = openStore('keyval-store', 'keyval')
