import type { Page } from 'playwright-core'

const NOWHERE = 'Página não encontrada'

/**
 * Goes to a page of the app without loading the app again, as a link does, in a quarter of the time: for stories that look at
 * every page. By way of an address that leads nowhere, so that what then stands was drawn for this address.
 */
export async function turnsTo(page: Page, address: string): Promise<void> {
  const nowhere = page.getByText(NOWHERE)
  // A page that still sends its reader on, as after signing in, is left once it has.
  for (let tries = 0; !(await nowhere.isVisible()); tries += 1) {
    if (tries % 40 === 0) await page.evaluate(() => history.pushState(null, '', '/nada-aqui'))
    if (tries > 1_200) throw new Error(`${page.url()} is not left:\n${await page.locator('body').innerText()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await nowhere.waitFor({ state: 'detached' })
}
