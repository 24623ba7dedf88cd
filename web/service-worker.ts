import { isPinned, judged, PIN_CACHE, readPin, shownRelease, writePin } from './worker/pin.ts'
import type { Kept } from './worker/pin.ts'
import { pageAddress } from './worker/page-address.ts'
import { CHOICE_ADDRESS, readToken } from './worker/refusal-page.ts'
import { chosen, keepReleased, pinnedFile, pinnedPage, unpinnedPage, walledOff } from './worker/serve-pinned.ts'
import type { Pinning } from './worker/serve-pinned.ts'
import { SHARED_KEY } from './worker/shared-key.ts'

// Keeps the app itself on the device, so that it opens without network; what it then shows is what the pages last
// read and keep themselves. Calls are never kept and never answered here: nothing may seem sent that was not. Of a release
// it serves the signed files alone: docs/decisions/078-pages-prove-themselves.md.

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type Pushed = Waiting & { readonly data: { json(): unknown } | null }
type Pressed = Waiting & { readonly notification: Notification }
type OpenPage = { navigate(url: string): Promise<unknown>; focus(): Promise<unknown> }
type OwnScope = EventTarget & {
  skipWaiting(): Promise<void>
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(title: string, options: NotificationOptions & { badge: string }): Promise<void>
  }
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
      const addresses = ['/', ...files]
      const { standing, next } = judged(await readPin(), await shownRelease())
      if (isPinned(next) && ['first', 'same', 'newer'].includes(standing)) {
        await keepReleased(kept, addresses, next.list)
        await pinning.keep(next)
      } else if (isPinned(next)) throw new Error(`The pages of this worker are ${standing}: the one before goes on.`)
      else await kept.addAll(addresses)
      await worker.skipWaiting()
    })(),
  )
})

worker.addEventListener('activate', (event) => {
  ;(event as Waiting).waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== NAME && name !== PIN_CACHE) await caches.delete(name)
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as Fetching
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && origin === worker.location.origin && pathname === SHARE_ADDRESS) {
    respondWith.call(event, isFromElsewhere(request) ? toSharePage() : takeShared(request))
    return
  }
  if (request.method === 'POST' && origin === worker.location.origin && pathname === CHOICE_ADDRESS) {
    respondWith.call(event, takeChoice(request))
    return
  }
  const isPage = request.mode === 'navigate'
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (pathname.startsWith('/api/') && !isPage) return
  respondWith.call(event, isPage ? answerPage(request, pathname) : keptOrFetched(request, pathname))
})

let memory: Promise<Kept> | null = null

const pinning: Pinning = {
  pin: () => (memory ??= readPin()),
  keep: async (pin) => {
    await writePin(pin)
    memory = Promise.resolve(pin)
  },
  keptPage: () => caches.match('/', { cacheName: NAME }),
}

async function answerPage(request: Request, pathname: string): Promise<Response> {
  const pin = await pinning.pin()
  const isCall = pathname.startsWith('/api/')
  if (isPinned(pin)) return isCall ? walledOff(request) : pinnedPage(request, pin, pinning)
  if (isCall) return fetch(request)
  return unpinnedPage(request, pinning)
}

/** The choice of the refusal page, which alone knows the token: no link and no other page can choose. */
async function takeChoice(request: Request): Promise<Response> {
  const form = await request.formData()
  if (form.get('token') === (await readToken())) await pinning.keep(chosen(await pinning.pin(), form.get('paginas')))
  return Response.redirect('/', 303)
}

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
  return toSharePage()
}

async function toSharePage(): Promise<Response> {
  return Response.redirect(SHARE_ADDRESS, 303)
}

/**
 * Whether a page of another site sent the form: a phone names none when it shares. A site that hides its name cannot be told
 * from a phone here, which is why the page asks before anything is sent (docs/decisions/026-pictures-from-a-phone.md).
 */
function isFromElsewhere({ destination, referrer }: Request): boolean {
  if (destination !== 'document') return true
  return /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin
}

/** Writes where `web/api/shared-receipt.ts` reads: a worker is one file, and has no library of its own. */
function keep(shared: { file: File; text: string; at: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store')
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keyval'))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('keyval', 'readwrite')
      writing.objectStore('keyval').put(shared, SHARED_KEY)
      writing.commit()
      writing.addEventListener('complete', () => {
        opening.result.close()
        resolve()
      })
      writing.addEventListener('abort', () => reject(writing.error ?? new Error('aborted')))
    })
  })
}

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = readPush(event as Pushed)
  const icon = '/roda-192.png'
  ;(event as Pushed).waitUntil(
    worker.registration.showNotification(title, { body, tag, icon, badge: icon, lang: 'pt-BR', data: url }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event as Pressed
  notification.close()
  ;(event as Pressed).waitUntil(openPage(String(notification.data)))
})

/** The message's words. One that cannot be read is shown too: a browser that was woken for nothing takes the right away. */
function readPush({ data }: Pushed): { title: string; body: string; url: string; tag: string } {
  const general = { title: 'Ciranda', body: 'Você tem um aviso novo.', url: '/notices', tag: 'aviso' }
  try {
    return { ...general, ...(data?.json() as object) }
  } catch {
    return general
  }
}

/** Opens a page of this app, in a window that is open already where there is one; nothing of another address. */
async function openPage(to: string): Promise<void> {
  const address = pageAddress(to, worker.location.origin)
  const [open] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) {
    await worker.clients.openWindow(address)
    return
  }
  await open.navigate(address).catch(() => worker.clients.openWindow(address))
  await open.focus().catch(() => undefined)
}

/** Files carry their content's hash in the name: one that is kept is good, and of a release every other is looked at. */
async function keptOrFetched(request: Request, pathname: string): Promise<Response> {
  const kept = await caches.match(request, { cacheName: NAME })
  if (kept) return kept
  const pin = await pinning.pin()
  // How the pages stand is asked by the pages too, and these two are what it is told from.
  const isAboutPages = pathname === '/pages.json' || pathname === '/pages.log'
  return isPinned(pin) && !isAboutPages ? pinnedFile(request, pin, pinning) : fetch(request)
}
