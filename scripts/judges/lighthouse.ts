import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { browserProgram } from '#e2e/helpers/browser.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { freePort, startServer } from '#e2e/helpers/server.ts'
import { ADMIN_PAGES, MEMBER_PAGES } from '#e2e/helpers/twelve.ts'
import { visits } from '../screens.ts'
import { loadTool } from './tools.ts'

const JUDGED = ['accessibility', 'best-practices', 'seo'] as const

type Category = { readonly score: number; readonly auditRefs: readonly { id: string; weight: number }[] }
type Audit = {
  readonly title: string
  readonly score: number | null
  readonly numericValue?: number
  readonly details?: {
    readonly items?: readonly { readonly description?: string; readonly node?: { readonly selector: string } }[]
  }
}
type Report = {
  readonly finalDisplayedUrl: string
  readonly categories: Readonly<Record<string, Category>>
  readonly audits: Readonly<Record<string, Audit>>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>
type Ask = (url: string) => Promise<Report>

/** Findings of Lighthouse on every page, as a phone shows it. Each page’s stand as soon as it was looked at, with its speed. */
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
        for (const path of new Set([...pages.map((visit) => visit.path), ...(MORE[who] ?? [])])) {
          const report = await ask(`${server.url}${path}`)
          const here = [
            ...(report.finalDisplayedUrl.endsWith(path) ? [] : [`shows ${report.finalDisplayedUrl}`]),
            ...missed(report),
          ].map((finding) => `${finding} at ${who} ${path}`)
          found.push(...here)
          console.log(`    ${who} ${path}: ${speedOf(report)}${here.map((finding) => `\n      ${finding}`).join('')}`)
        }
      })
  } finally {
    await server.stop()
  }
  return found
}

/** Pages that the demonstration has too, though nobody takes their picture. */
const MORE: Readonly<Record<string, readonly string[]>> = { doadora: MEMBER_PAGES, administracao: ADMIN_PAGES }

/**
 * A device with a browser that Lighthouse may steer: it opens its pages where the device's session is. A page listens to events for
 * as long as it is open, so that the network never falls silent: what was drawn after some seconds is judged.
 */
async function atDevice(baseURL: string, does: (context: BrowserContext, ask: Ask) => Promise<void>): Promise<void> {
  const { default: lighthouse } = loadTool<{ default: Lighthouse }>('lighthouse')
  const port = await freePort()
  const context = await chromium.launchPersistentContext('', {
    executablePath: await browserProgram(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
    locale: 'pt-BR',
    baseURL,
  })
  const flags = {
    port,
    disableStorageReset: true,
    disableFullPageScreenshot: true,
    onlyCategories: ['performance', ...JUDGED],
    maxWaitForLoad: 15_000,
    logLevel: 'error',
  }
  try {
    await does(context, async (url) => (await lighthouse(url, flags)).lhr)
  } finally {
    await context.close()
  }
}

/** The audits that keep a category below 100. */
function missed({ categories, audits }: Report): readonly string[] {
  return JUDGED.flatMap((name) =>
    categories[name]!.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]!.score ?? 1) < 1).map(
      ({ id }) => `${name} ${id}: ${audits[id]!.title}${placesOf(audits[id]!)}`,
    ),
  )
}

const placesOf = ({ details }: Audit) =>
  (details?.items ?? [])
    .map(({ description, node }) => description ?? node?.selector)
    .filter(Boolean)
    .map((place) => ` [${place}]`)
    .join('')

/** How quick it calls a page, which is told and not judged: another machine says otherwise. */
function speedOf({ categories, audits }: Report): string {
  const of = (id: string) => Math.round(audits[id]?.numericValue ?? 0)
  const [paint, largest, blocked] = [
    of('first-contentful-paint'),
    of('largest-contentful-paint'),
    of('total-blocking-time'),
  ]
  const shift = (audits['cumulative-layout-shift']?.numericValue ?? 0).toFixed(3)
  const score = Math.round((categories['performance']!.score ?? 0) * 100)
  return `performance ${score}: drawn ${paint} ms, whole ${largest} ms, blocked ${blocked} ms, shift ${shift}`
}

async function ofBadPage(): Promise<readonly string[]> {
  const server = createServer((_, answer) => answer.end('<html><img src="x.png"><p>Quase nada</p></html>')).listen(0)
  await once(server, 'listening')
  const found: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await atDevice(url, async (_, ask) => void found.push(...missed(await ask(url))))
  server.close()
  return found
}
