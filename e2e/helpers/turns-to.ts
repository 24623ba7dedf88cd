import type { Page } from 'playwright-core'

const NOWHERE = 'Página não encontrada'

/**
 * Goes to a page of the app without loading the app again, as a link does, in a quarter of the time: for stories that look at
 * every page, once one stands whole. By way of an address that leads nowhere, so that what then stands was drawn for this address.
 */
export async function turnsTo(page: Page, address: string): Promise<void> {
  const nowhere = page.getByText(NOWHERE)
  await page.evaluate(() => history.pushState(null, '', '/nada-aqui'))
  await nowhere.waitFor()
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await nowhere.waitFor({ state: 'detached' })
}
