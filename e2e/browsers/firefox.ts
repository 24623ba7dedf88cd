import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import type { ElementHandle } from 'puppeteer-core'
import { screenOf } from './screen.ts'
import type { Driver, ForeignBrowser } from './screen.ts'

const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** Firefox over WebDriver BiDi, which it speaks by itself. Each person has a context: cookies and storage of their own. */
export async function openFirefox(baseUrl: string): Promise<ForeignBrowser> {
  const executablePath = process.env['FIREFOX'] ?? PROGRAMS.find((program) => existsSync(program))
  if (executablePath === undefined)
    throw new Error('Firefox is not installed: `apt-get install firefox-esr`, or name it with FIREFOX=…')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  return {
    name: `Firefox ${(await browser.version()).replace('firefox/', '')}`,
    sitDown: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 360, height: 740 })
      const driver: Driver<ElementHandle<Element>> = {
        open: async (url) => void (await page.goto(url)),
        evaluate: (script) => page.evaluate(script),
        element: async (script) => (await page.evaluateHandle(script)).asElement() as ElementHandle<Element> | null,
        click: (element) => element.click(),
        type: (element, text) => element.type(text),
        attach: (element, file) => (element as ElementHandle<HTMLInputElement>).uploadFile(file),
        close: () => context.close(),
      }
      return screenOf(baseUrl, driver)
    },
    close: () => browser.close(),
  }
}
