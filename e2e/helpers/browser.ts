import { existsSync } from 'node:fs'
import bundled from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

export const PHONE = { width: 360, height: 740 }
export const DESK = { width: 1280, height: 800 }

/** A real browser: the machine's own Chromium when there is one, else the one that came with the npm package. */
export async function openBrowser(): Promise<Browser> {
  const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((candidate) => existsSync(candidate))
  const executablePath = own ?? (await bundled.executablePath())
  const args = own ? ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] : bundled.args
  return chromium.launch({ executablePath, args, headless: true })
}

/** A person at their own device: a page whose failures of script fail the story. */
export async function sitDown(browser: Browser, url: string, viewport = PHONE): Promise<Page & { readonly owner: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, viewport, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => {
    throw error
  })
  return Object.assign(page, { owner: context })
}
