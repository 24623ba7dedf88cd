import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The faults that keep somebody from using the screen: WCAG 2.2 AA as far as a machine can tell, and a page too wide.
 */
export const faultsOf = (page: Page): Promise<string[]> =>
  askAxe(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })

/** The same page in another width: the rules whose answer the layout changes, and a page too wide. */
export const layoutFaultsOf = (page: Page): Promise<string[]> =>
  askAxe(page, { type: 'rule', values: ['color-contrast', 'scrollable-region-focusable', 'target-size'] })

/** The same page in its other colours: contrast alone, at a fraction of the time. */
export const colourFaultsOf = (page: Page): Promise<string[]> =>
  askAxe(page, { type: 'rule', values: ['color-contrast'] })

type Size = { readonly width: number; readonly height: number }

/**
 * The faults of a page as it stands: by every rule in its own size, by those that the layout changes in the other sizes, and
 * by contrast in dark colours, in the last of those and its own: what is shown between has the colours of one of them. It
 * stands again as it stood afterwards.
 */
export async function faultsInEachLook(page: Page, others: readonly Size[] = []): Promise<string[]> {
  const own = page.viewportSize()!
  const found = await faultsOf(page)
  const look = async (size: Size, ask: typeof faultsOf, scheme: string) => {
    await page.setViewportSize(size)
    found.push(...(await ask(page)).map((fault) => `${size.width} ${scheme}: ${fault}`))
  }
  for (const size of others) await look(size, layoutFaultsOf, 'light')
  await showsScheme(page, 'dark')
  for (const size of [...others.slice(-1), own]) await look(size, colourFaultsOf, 'dark')
  await showsScheme(page, 'light')
  return found
}

/** Has the device prefer a scheme, and waits until a page that follows by script has followed. */
export async function showsScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => {
    const { mantineColorScheme } = document.documentElement.dataset
    return mantineColorScheme === undefined || mantineColorScheme === scheme
  }, colorScheme)
}

/** Ends the animations under way, so that everything is judged as it will stand. */
export const endAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })

async function askAxe(page: Page, runOnly: { type: string; values: readonly string[] }): Promise<string[]> {
  // Through the debugger, not a script tag: the pages' policy refuses those, and should.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  // A list that is being replaced stands there faded, until its successor is there.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await endAnimations(page)
  return page.evaluate(async (only) => {
    type Axe = {
      run(
        options: object,
      ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
      runOnly: only,
      // Describing what is well costs more than looking at it.
      resultTypes: ['violations'],
      // Still called experimental there. Voice control presses what is read on the screen (WCAG 2.5.3).
      rules: { 'label-content-name-mismatch': { enabled: only.type === 'tag' } },
    })
    const wide =
      document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
        ? ['the page is wider than the screen']
        : []
    // An amount is one word: half of it on the next line is read as another.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { index, 0: amount } of text.nodeValue!.matchAll(/R\$\s[\d.]+,\d\d/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + amount.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))
        if (new Set(lines).size > 1) broken.push(`${amount} is broken in two`)
      }
    return [
      ...wide,
      ...broken,
      ...violations.map(
        ({ id, nodes }) =>
          `${id} at ${nodes
            .map((node) => node.target.join(' '))
            .slice(0, 3)
            .join(', ')}: ${nodes[0]!.failureSummary.slice(0, 200)}`,
      ),
    ]
  }, runOnly)
}
