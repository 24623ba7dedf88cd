const CHANGED = 'ciranda:new-version'
const RELOADED_FOR = 'ciranda-atualizada-para'

let isOffered = false

/** Whether a newer version of the app is there that the person may change to. */
export function isNewVersionOffered(): boolean {
  return isOffered
}

/** Calls back when `isNewVersionOffered` may have changed; answers how to stop. */
export function onNewVersion(callback: () => void): () => void {
  addEventListener(CHANGED, callback)
  return () => removeEventListener(CHANGED, callback)
}

/**
 * Follows failures to fetch a part of the app. When the server has a newer version by now, the page changes to it: at
 * once where nothing would be lost, else when the person says so. It reloads at most once for each version, so never
 * in a loop.
 */
export function followNewVersions(hasTypedText: () => boolean): void {
  addEventListener('vite:preloadError', () => void meetMissingPart(hasTypedText))
}

async function meetMissingPart(hasTypedText: () => boolean): Promise<void> {
  const served = await servedVersion()
  if (served === null || served === pageVersion()) return
  const isReloaded = sessionStorage.getItem(RELOADED_FOR) === served
  if (!isReloaded && !hasTypedText()) {
    sessionStorage.setItem(RELOADED_FOR, served)
    location.reload()
    return
  }
  isOffered = true
  dispatchEvent(new Event(CHANGED))
}

/** Whether this page is the version that the server has now; where it cannot be asked, nothing says otherwise. */
export async function isNewestVersion(): Promise<boolean> {
  const served = await servedVersion()
  return served === null || served === pageVersion()
}

/** The version of this page. */
export function pageVersion(): string | null {
  return versionIn(document.documentElement.outerHTML)
}

/**
 * The version that the server has now; null when it cannot be asked. By its file name: the service worker keeps '/'
 * itself.
 */
async function servedVersion(): Promise<string | null> {
  try {
    const response = await fetch('/index.html', { cache: 'no-store' })
    return response.ok ? versionIn(await response.text()) : null
  } catch {
    return null
  }
}

/** The first script's name carries a hash of everything it leads to. */
function versionIn(html: string): string | null {
  return /\/assets\/(index-[\w-]+\.js)/.exec(html)?.[1] ?? null
}
