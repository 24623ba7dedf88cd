/** Longer than the frame in which a page goes on by itself, as a dialog does that focuses its first field. */
const SETTLES_MS = 60
const MODAL = '[role=dialog][aria-modal=true]'
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** The place of a removed element: its parent, and its neighbours there. */
type Spot = { readonly parent: Node; readonly next: Node | null; readonly previous: Node | null }

/**
 * Keeps the focus of people who use the keys. The browser drops it when the element that had it is removed: a dialog
 * that closes, the card of a donation that was confirmed, a button replaced by another. The focus then returns to the
 * element that opened the dialog or, when that was removed too, to its nearest neighbour. After a pointer nothing is
 * done, because a focused field would open the phone's keyboard.
 */
export function followFocus(): void {
  let isByKeys = false
  /** The element that had the focus last, outside of dialogs, and its place once it was removed. */
  let last: HTMLElement | null = null
  let spot: Spot | null = null
  let page = location.pathname
  let timer: ReturnType<typeof setTimeout> | undefined

  const isLost = () => document.activeElement === null || document.activeElement === document.body
  const restore = () => {
    if (!isByKeys || !isLost() || !last) return
    // Another page begins at its own beginning, after the menu.
    if (page !== location.pathname) return document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    const dialog = document.querySelector<HTMLElement>('[role=dialog]')
    if (dialog) dialog.focus()
    else if (last.isConnected) last.focus()
    else if (spot) nearest(spot)?.focus()
  }
  const restoreSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(restore, SETTLES_MS)
  }

  const note = (target: HTMLElement) => {
    last = target
    spot = null
    page = location.pathname
  }

  addEventListener(
    'keydown',
    ({ key, target }) => {
      isByKeys = true
      // Pressed beside a dialog that is about to close, it opens the next one.
      if ((key === 'Enter' || key === ' ') && isOutside(target)) note(target)
    },
    true,
  )
  addEventListener('pointerdown', () => (isByKeys = false), true)
  addEventListener('focusin', ({ target }) => {
    // Nor what a quick Tab came to before the dialog that opens took the focus.
    if (isOutside(target) && !document.querySelector(MODAL)) note(target)
  })
  new MutationObserver((records) => {
    if (!last) return
    for (const { target, removedNodes, nextSibling, previousSibling } of records) {
      const held: Node = spot?.parent ?? last
      if (held.isConnected) break
      for (const node of removedNodes)
        if (node.contains(held)) spot = { parent: target, next: nextSibling, previous: previousSibling }
    }
    if (isByKeys && isLost()) restoreSoon()
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isOutside = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target !== document.body && target.closest('[role=dialog]') === null

/** Finds the nearest element that can take the focus: after the place, else before it, else further out. */
function nearest(spot: Spot): HTMLElement | null {
  let { parent, next, previous }: { parent: Node | null; next: Node | null; previous: Node | null } = spot
  while (parent && parent !== document.body) {
    for (let node = next; node; node = node.nextSibling) {
      const found = firstIn(node)
      if (found) return found
    }
    for (let node = previous; node; node = node.previousSibling) {
      const found = firstIn(node)
      if (found) return found
    }
    // The neighbours may have gone too.
    const left = firstIn(parent)
    if (left) return left
    next = parent.nextSibling
    previous = parent.previousSibling
    parent = parent.parentNode
  }
  return null
}

function firstIn(node: Node): HTMLElement | null {
  if (!(node instanceof HTMLElement) || !node.isConnected) return null
  const all = [node, ...node.querySelectorAll<HTMLElement>(FOCUSABLE)]
  return all.find((one) => one.matches(FOCUSABLE) && canFocus(one)) ?? null
}

function canFocus(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility()
}
