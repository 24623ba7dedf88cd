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
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return
  const answer = request.mode === 'navigate' ? fetch(request).catch(() => keptPage()) : keptOrFetched(request)
  respondWith.call(event, answer)
})

/** A page without network: the app, which shows what was last seen. */
async function keptPage(): Promise<Response> {
  return (await caches.match('/')) ?? Response.error()
}

/** Files carry their content's hash in the name: one that is kept is good. */
async function keptOrFetched(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}
