import { until } from '#e2e/helpers/browser.ts'
import type { Page } from 'playwright-core'

const NOWHERE = 'Página não encontrada'
/** Looks at the page, after which it is asked again. */
const LOOKS = 40

/**
 * Goes to a page of the app without loading the app again, as a link does, in a quarter of the time: for stories that look at
 * every page. By way of an address that leads nowhere, so that what then stands was drawn for this address.
 */
export async function turnsTo(page: Page, address: string): Promise<void> {
  const nowhere = page.getByText(NOWHERE)
  let looks = 0
  // A page that still sends its reader on, as after signing in, is left once it has.
  const isLeft = async () => {
    if (await nowhere.isVisible()) return true
    if (looks % LOOKS === 0) await page.evaluate(() => history.pushState(null, '', '/nada-aqui'))
    looks += 1
    return false
  }
  await until(page, isLeft, `${page.url()} is not left`)
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await nowhere.waitFor({ state: 'detached' })
}
