import { PATIENCE_MS } from '#e2e/helpers/browser.ts'
import type { Page } from 'playwright-core'

/** More than any screen has to walk through. */
const MOST_TABS = 60

/** The name of what has the focus, as far as a story has to tell; null when nothing has it. */
export function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim()
  })
}

/**
 * Presses Tab until something of this name has the focus; with `within`, in the article of that name. What is not drawn yet is
 * walked to again.
 */
export async function tabsTo(page: Page, name: string | RegExp, within?: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const passed: (string | null)[] = []
  while (Date.now() < deadline) {
    await page.keyboard.press('Tab')
    const found = await focused(page)
    passed.push(found)
    const isNamed = typeof name === 'string' ? found === name : found !== null && name.test(found)
    if (isNamed && (within === undefined || (await articleOf(page)) === within)) return
  }
  throw new Error(`Tab never came to ${String(name)}:\n${passed.slice(-MOST_TABS).join('\n')}`)
}

function articleOf(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.closest('article')?.getAttribute('aria-label') ?? null)
}
