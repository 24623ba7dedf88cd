import type { Browser } from 'playwright-core'
import { showsScheme } from '#e2e/helpers/axe.ts'
import { DESK, PHONE, sitDown, stands, TABLET } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { countOf } from '#e2e/helpers/counts.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import { ADMIN_PAGES, foundsTwelve, MEMBER_PAGES, MID_MONTH } from '#e2e/helpers/twelve.ts'

// `npm run screenshots -- --count`: how much every page of an ordinary roda asks of its reader, at 360 pixels; `-- roda`: its
// pictures.

const LONG_SENTENCE = 25

type Visited = { readonly page: Page; readonly who: string; readonly path: string }

/** Visits every page of a real roda of twelve in mid-month, as somebody who owes, somebody who receives and who organises. */
async function visitTwelve(
  browser: Browser,
  viewport: { width: number; height: number },
  look: (visited: Visited) => Promise<void>,
): Promise<void> {
  const server = await startServer({ SEED: 'none' })
  try {
    const people = await foundsTwelve(callsOf(server), server)
    const page = await sitDown(browser, server.url, { viewport, now: MID_MONTH })
    const visits = [
      { who: 'a-pagar', as: { email: people[10]!.email, password: PASSWORD }, paths: MEMBER_PAGES },
      { who: 'a-receber', as: { email: people[0]!.email, password: PASSWORD }, paths: ['/home', '/donations'] },
      { who: 'organiza', as: ADMINISTRATOR, paths: ADMIN_PAGES },
    ]
    for (const { who, as, paths } of visits) {
      await logsIn(page, as)
      for (const path of paths) {
        await page.goto(path)
        await look({ page, who, path })
      }
    }
  } finally {
    await server.stop()
  }
}

/** Prints words, height, fields, reading index and longest sentence of each page. */
export async function printCounts(browser: Browser): Promise<void> {
  const rows: Record<string, Record<string, number | string>> = {}
  await visitTwelve(browser, PHONE, async ({ page, who, path }) => {
    const { words, height, fields, index, longest } = await countOf(page)
    rows[`${who} ${path}`] = {
      palavras: words,
      'altura (px)': height,
      campos: fields,
      leitura: index ?? '–',
      'frase mais longa': longest > LONG_SENTENCE ? `${longest} (!)` : longest,
    }
  })
  console.table(rows)
}

/** Pictures of the same pages into a folder, on a phone and at a desk, light and dark. Answers how many. */
export async function takeRodaPictures(browser: Browser, folder: string): Promise<number> {
  let taken = 0
  for (const [size, viewport] of Object.entries({ 360: PHONE, 768: TABLET, 1280: DESK }))
    await visitTwelve(browser, viewport, async ({ page, who, path }) => {
      for (const scheme of ['light', 'dark'] as const) {
        await showsScheme(page, scheme)
        await stands(page)
        const name = `roda-${who}${path.replaceAll('/', '-')}-${size}-${scheme}.png`
        await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
        taken += 1
      }
    })
  return taken
}
