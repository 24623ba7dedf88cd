import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { Builder } from 'selenium-webdriver'
import type { WebElement } from 'selenium-webdriver'
import { freePort } from '#e2e/helpers/server.ts'
import { screenOf } from './screen.ts'
import type { Driver, ForeignBrowser, Screen } from './screen.ts'

const ANSWERS_WITHIN_MS = 60_000

/**
 * WebKitGTK's own small browser over WebDriver. Each person has a browser of their own, since a session keeps what it
 * stores to itself; all stand on one invisible screen.
 */
export async function openWebKit(baseUrl: string): Promise<ForeignBrowser> {
  const program = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
  if (program === undefined || spawnSync('which', ['WebKitWebDriver', 'Xvfb']).status !== 0)
    throw new Error('WebKit is not installed: `apt-get install webkit2gtk-driver xvfb`')
  const display = `:${200 + (process.pid % 700)}`
  const screens: Screen[] = []
  const processes: ChildProcess[] = [spawn('Xvfb', [display, '-screen', '0', '1280x1024x24'], { stdio: 'ignore' })]
  let name = 'WebKit'
  return {
    get name() {
      return name
    },
    sitDown: async () => {
      const port = await freePort()
      processes.push(
        spawn('WebKitWebDriver', [`--port=${port}`], {
          stdio: 'ignore',
          // WebKit's processes have no sandbox as root, as in a container.
          env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
        }),
      )
      await answers(`http://127.0.0.1:${port}/status`)
      const session = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: program, args: ['--automation'] },
        } as never)
        .build()
      name = `WebKit ${(await session.getCapabilities()).getBrowserVersion() ?? ''}`.trim()
      await session.manage().window().setRect({ width: 400, height: 800, x: 0, y: 0 })
      const driver: Driver<WebElement> = {
        open: (url) => session.get(url),
        evaluate: (script) => session.executeScript(`return ${script}`),
        element: (script) => session.executeScript<WebElement | null>(`return ${script}`),
        click: (element) => element.click(),
        type: (element, text) => element.sendKeys(text),
        attach: (element, file) => element.sendKeys(file),
        close: () => session.quit(),
      }
      const screen = screenOf(baseUrl, driver)
      screens.push(screen)
      return screen
    },
    close: async () => {
      for (const screen of screens) await screen.close().catch(() => undefined)
      for (const child of processes.toReversed()) await end(child)
    },
  }
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + ANSWERS_WITHIN_MS
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver did not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
