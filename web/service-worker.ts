// Keeps the app itself on the device, so that it opens without network; what it then shows is what the pages last
// read and keep themselves. Calls are never kept and never answered here: nothing may seem sent that was not.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type OwnScope = EventTarget & {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  readonly location: Location
}

const worker = globalThis as unknown as OwnScope
// Both are filled in by the build.
const NAME = `ciranda-${'__VERSION__'}`
const SHARE_ADDRESS = '/compartilhar'
const TEXT_MAX = 2000
const files = JSON.parse('__FILES__') as string[]

worker.addEventListener('install', (event) => {
  ;(event as Waiting).waitUntil(
    (async () => {
      const kept = await caches.open(NAME)
      await kept.addAll(['/', ...files])
      await worker.skipWaiting()
    })(),
  )
})

worker.addEventListener('activate', (event) => {
  ;(event as Waiting).waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name)
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && origin === worker.location.origin && pathname === SHARE_ADDRESS) {
    respondWith.call(event, takeShared(request))
    return
  }
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return
  const answer = request.mode === 'navigate' ? fetch(request).catch(() => keptPage()) : keptOrFetched(request)
  respondWith.call(event, answer)
})

/**
 * A receipt that another app shares with the installed app (`share_target` of the manifest): kept on this device until the
 * page that opens next has asked which donation it is for. It is not sent anywhere here.
 */
async function takeShared(request: Request): Promise<Response> {
  try {
    const form = await request.formData()
    const file = form.get('receipt')
    const text = ['title', 'text', 'url'].map((name) => form.get(name)).filter((part) => typeof part === 'string')
    if (file instanceof File && file.size > 0)
      await keep({ file, text: text.join('\n').slice(0, TEXT_MAX), at: Date.now() })
  } catch {
    // The device keeps nothing, or the form was none: the page says that nothing came.
  }
  return Response.redirect(SHARE_ADDRESS, 303)
}

/** Writes where `web/api/shared-receipt.ts` reads: a worker is one file, and has no library of its own. */
function keep(shared: { file: File; text: string; at: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('keyval', 'readwrite')
      writing.objectStore('keyval').put(shared, 'ciranda-compartilhado')
      writing.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
      writing.addEventListener('abort', () => reject(writing.error ?? new Error('aborted')))
    })
  })
}

/** A page without network: the app, which shows what was last seen. */
async function keptPage(): Promise<Response> {
  return (await caches.match('/')) ?? Response.error()
}

/** Files carry their content's hash in the name: one that is kept is good. */
async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
