import { request } from '#web/api/client.ts'
import { isNoCircle } from '#web/features/circle/is-no-circle.ts'
import { showLogin } from '#web/features/session/login-form.ts'
import { followSession, onAuthChange, readAuth } from '#web/features/session/session.ts'
import { DEMONSTRATION } from '#web/text/warnings.ts'
import { element, testClock } from '#web/ui/plain.ts'

/**
 * The login of a first visit, before the app and without it. The app is fetched when somebody begins to type, and takes
 * over when they are signed in, here or in another tab.
 */
export function showFirstLogin(root: HTMLElement, startApp: () => Promise<unknown>): void {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  const [banner, place] = [element('div', 'demonstration', DEMONSTRATION), element('div')]
  banner.role = 'note'
  const stopFollowing = followSession()
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    stopListening()
    stopFollowing()
    // A version that is gone, or no network: loaded anew, the page goes on with the session that is stored.
    void startApp().catch(() => location.reload())
  }
  const stopListening = onAuthChange(() => {
    if (readAuth().user) start()
  })
  showLogin(place, start)
  root.replaceChildren(banner, place)
  for (const name of ['focusin', 'pointerdown'] as const) root.addEventListener(name, fetchApp, { once: true })
  void tellCircle(banner, place)
}

/** The warnings of the circle. As on every page, one that could not be read passes for a demonstration. */
async function tellCircle(banner: HTMLElement, place: HTMLElement): Promise<void> {
  const circle = await request('GET /circle').catch((error: unknown) => (isNoCircle(error) ? 'none' : null))
  // It keeps its height, so that nothing moves under a finger.
  if (circle === 'none' || circle?.mode === 'real') banner.replaceWith(element('div', 'no-demonstration'))
  if (circle !== 'none' && circle?.test_clock) place.before(clockPage())
}

/** Fetches the app's files, which the build lists in the page, and does not run them yet. */
function fetchApp(): void {
  const list = document.querySelector<HTMLTemplateElement>('template#app')
  if (list) document.head.append(list.content)
}

function clockPage(): HTMLElement {
  const page = element('div', 'plain-page')
  page.append(testClock())
  return page
}
