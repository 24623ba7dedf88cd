import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { browserProgram } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { freePort, startServer } from '#e2e/helpers/server.ts'
import { visits } from '../screens.ts'
import { loadTool } from './tools.ts'

type Category = { readonly score: number; readonly auditRefs: readonly { id: string; weight: number }[] }
type Report = {
  readonly finalDisplayedUrl: string
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>

/** Findings of Lighthouse on every page of the demonstration, as a phone shows it; how quick it calls each is printed. */
export async function lighthouseSays(planted: boolean): Promise<readonly string[]> {
  if (planted) return ofBadPage()
  if (!process.env['WEB_DIR']) await import('../build.ts')
  const server = await startServer({ SEED: 'demo', CLOCK: '' })
  const found: string[] = []
  try {
    for (const { who, as, pages } of visits)
      await atDevice(server.url, async (context, ask) => {
        const page = Object.assign(context.pages()[0]!, { owner: context })
        await page.goto(`${server.url}/login`)
        if (as) await logsIn(page, as)
        await page.goto('about:blank')
        for (const path of new Set(pages.map((visit) => visit.path))) {
          const report = await ask(`${server.url}${path}`)
          if (!report.finalDisplayedUrl.endsWith(path)) found.push(`${who} ${path}: shows ${report.finalDisplayedUrl}`)
          found.push(...missed(report).map((finding) => `${finding} at ${who} ${path}`))
          console.log(`    ${who} ${path}: performance ${quickness(report)}`)
        }
      })
  } finally {
    await server.stop()
  }
  return found
}

/** A device with a browser that Lighthouse may steer: it opens its pages where the device's session is. */
async function atDevice(
  baseURL: string,
  does: (context: BrowserContext, ask: (url: string) => Promise<Report>) => Promise<void>,
): Promise<void> {
  const { default: lighthouse } = loadTool<{ default: Lighthouse }>('lighthouse')
  const port = await freePort()
  const context = await chromium.launchPersistentContext('', {
    executablePath: await browserProgram(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
    locale: 'pt-BR',
    baseURL,
  })
  const flags = { port, disableStorageReset: true, locale: 'pt', logLevel: 'error' }
  try {
    await does(context, async (url) => (await lighthouse(url, flags)).lhr)
  } finally {
    await context.close()
  }
}

/** The audits that keep a category below 100; performance is noted and not judged. */
function missed({ categories, audits }: Report): readonly string[] {
  return ['accessibility', 'best-practices', 'seo'].flatMap((name) =>
    categories[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 1).map(
      ({ id }) => `${name} ${id}: ${audits[id]!.title}`,
    ),
  )
}

const quickness = ({ categories }: Report) => Math.round(categories['performance']!.score * 100)

async function ofBadPage(): Promise<readonly string[]> {
  const server = createServer((_, answer) => answer.end('<html><img src="x.png"><p>Quase nada</p></html>')).listen(0)
  await once(server, 'listening')
  const found: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await atDevice(url, async (_, ask) => void found.push(...missed(await ask(url))))
  server.close()
  return found
}
