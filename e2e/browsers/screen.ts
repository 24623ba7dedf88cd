import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
const TIMEOUT_MS = 90_000
const PAUSE_MS = 100

/** An element as a person tells it apart: by role and name, by label, by the name of its field, or by its text. */
export type Sought = {
  readonly role?: string
  readonly name?: string | RegExp
  readonly label?: string
  readonly field?: string
  readonly text?: string | RegExp
  readonly within?: Sought
}

/** The little that the driver of a browser has to know. Scripts are expressions; elements are its own handles. */
export type Driver<E> = {
  open(url: string): Promise<void>
  evaluate(script: string): Promise<unknown>
  element(script: string): Promise<E | null>
  click(element: E): Promise<void>
  type(element: E, text: string): Promise<void>
  attach(element: E, file: string): Promise<void>
  close(): Promise<void>
}

export type Screen = ReturnType<typeof screenOf>

export type ForeignBrowser = { readonly name: string; sitDown(): Promise<Screen>; close(): Promise<void> }

/** A person's page in any browser. Every step waits for what it needs, and says what was there when it did not come. */
export function screenOf<E>(baseUrl: string, driver: Driver<E>) {
  const find = async (sought: Sought): Promise<E | null> => {
    if ((await driver.evaluate('typeof TestingLibraryDom')) === 'undefined')
      await driver.evaluate(`(() => { ${LIBRARY} })()`)
    return driver.element(`(${findInPage.toString()})(${JSON.stringify(sought, patternAsText)})`)
  }

  /** Repeats an act until it succeeds: a page that draws itself anew takes elements away under one's hands. */
  const until = async <T>(what: string, act: () => Promise<T | null>): Promise<T> => {
    const deadline = performance.now() + TIMEOUT_MS
    let last: unknown = null
    while (performance.now() < deadline) {
      try {
        const done = await act()
        if (done !== null) return done
      } catch (error) {
        last = error
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    const there = String(await driver.evaluate(`(${describePage.toString()})()`).catch(String))
    throw new Error(`${what} did not come.\n${there}`, { cause: last })
  }

  const onElement = (sought: Sought, act: (element: E) => Promise<void>) =>
    until(JSON.stringify(sought, patternAsText), async () => {
      const element = await find(sought)
      if (element === null) return null
      await act(element)
      return true
    })

  return {
    open: (path: string) => driver.open(new URL(path, baseUrl).href),
    sees: (sought: Sought) => onElement(sought, async () => undefined),
    click: (sought: Sought) => onElement(sought, (element) => driver.click(element)),
    attach: (label: string, file: string, within?: Sought) =>
      onElement({ label, ...(within ? { within } : {}) }, (element) => driver.attach(element, file)),
    types: async (values: Readonly<Record<string, string>>) => {
      for (const [field, value] of Object.entries(values)) {
        const standing = JSON.stringify(`[name="${field}"]`)
        await onElement({ field }, async (element) => {
          const isDate = await driver.evaluate(`document.querySelector(${standing}).type === 'date'`)
          // Every browser has another picker for dates, and none that a driver could use.
          if (isDate) await driver.evaluate(`(${setDate.toString()})(${standing}, ${JSON.stringify(value)})`)
          else await driver.type(element, value)
        })
        await until(`${field} filled in`, async () =>
          (await driver.evaluate(`document.querySelector(${standing}).value`)) ? true : null,
        )
      }
    },
    arrivesAt: (path: string) =>
      until(`the page ${path}`, async () => ((await driver.evaluate('location.pathname')) === path ? true : null)),
    isGone: (sought: Sought) =>
      until(`the end of ${JSON.stringify(sought, patternAsText)}`, async () =>
        (await find(sought)) === null ? true : null,
      ),
    holds: (what: string, script: string) =>
      until(what, async () => ((await driver.evaluate(script)) === true ? true : null)),
    text: async () => String(await driver.evaluate('document.body.innerText')),
    close: () => driver.close(),
  }
}

function patternAsText(_: string, value: unknown): unknown {
  return value instanceof RegExp ? { pattern: value.source } : value
}

/** Runs in the page: its address, what stands in its fields, and its text. */
function describePage(): string {
  const fields = [...document.querySelectorAll('input')].map(({ name, value }) => `${name}: ${value}`)
  return [location.pathname, ...fields, document.body.innerText].join('\n')
}

/** Runs in the page. Past React's own setter, which would take the change for its own. */
function setDate(selector: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(selector)!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Runs in the page: the first visible element that fits. It stands alone, so everything it uses is inside it. */
function findInPage(wanted: object): unknown {
  type Page = { role?: string; name?: unknown; label?: string; field?: string; text?: unknown; within?: Page }
  type Library = Record<string, (scope: Element, by: unknown, options?: object) => Element[]>
  const library = (globalThis as unknown as { TestingLibraryDom: Library }).TestingLibraryDom
  const asMatcher = (value: unknown) =>
    typeof value === 'object' && value !== null ? new RegExp((value as { pattern: string }).pattern) : value
  const isIn = (element: Element, value: unknown) => {
    const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ')
    const matcher = asMatcher(value)
    return matcher instanceof RegExp ? matcher.test(text) : text.includes(String(matcher))
  }
  const first = ({ role, name, label, field, text, within }: Page): Element | null => {
    const scope = within ? first(within) : document.body
    if (scope === null) return null
    if (field !== undefined) return scope.querySelector(`[name="${field}"]`)
    if (label !== undefined) return library['queryAllByLabelText']!(scope, label, { exact: false })[0] ?? null
    const found =
      role === undefined
        ? library['queryAllByText']!(scope, asMatcher(text), { exact: false })
        : library['queryAllByRole']!(scope, role, name === undefined ? {} : { name: asMatcher(name) }).filter(
            (element) => text === undefined || isIn(element, text),
          )
    return found.find((element) => element.checkVisibility()) ?? null
  }
  return first(wanted as Page)
}
