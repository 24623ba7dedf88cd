import { stands } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { readingOf } from '#e2e/helpers/reading.ts'
import type { Reading } from '#e2e/helpers/reading.ts'

/** The work that a page is to its reader, before anything on it is unfolded. */
export type Count = Reading & { readonly height: number; readonly fields: number; readonly text: string }

/** Counts a page as it stands. The note of a circle under a test clock is not the page's. */
export async function countOf(page: Page): Promise<Count> {
  await stands(page)
  const { text, height, fields } = await page.evaluate(() => {
    const clock = document.querySelector<HTMLElement>('.test-clock')
    if (clock) clock.style.display = 'none'
    const main = document.querySelector('main')!
    const typed = [...main.querySelectorAll('input, select, textarea')].filter((field) => field.checkVisibility())
    return { text: main.innerText, height: document.documentElement.scrollHeight, fields: typed.length }
  })
  return { ...readingOf(text), height, fields, text }
}
