import type { Browser } from 'playwright-core'
import { PHONE, sitDown } from '#e2e/helpers/browser.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { countOf } from '#e2e/helpers/counts.ts'
import { logsIn, PASSWORD } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import { foundsTwelve, MID_MONTH } from '#e2e/helpers/twelve.ts'

// `npm run screenshots -- --count`: how much every page of an ordinary roda asks of its reader, at 360 pixels.

const LONG_SENTENCE = 25
const MEMBER_PAGES = [
  '/home',
  '/donations',
  '/profile',
  '/reports',
  '/notices',
  '/ledger',
  '/calendar',
  '/draw',
  '/privacy',
]
const ADMIN_PAGES = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/join-links',
  '/admin/queue',
  '/admin/donations',
  '/admin/reports',
  '/admin/approvals',
  '/admin/settings',
  '/admin/account',
  '/admin/first-steps',
  '/admin/found',
]

/** Prints words, height, fields, reading index and longest sentence of each page. */
export async function printCounts(browser: Browser): Promise<void> {
  const server = await startServer({ SEED: 'none' })
  try {
    const people = await foundsTwelve(callsOf(server), server)
    const page = await sitDown(browser, server.url, { viewport: PHONE, now: MID_MONTH })
    const rows: Record<string, Record<string, number | string>> = {}
    const visits = [
      { who: 'a pagar', as: { email: people[10]!.email, password: PASSWORD }, paths: MEMBER_PAGES },
      { who: 'a receber', as: { email: people[0]!.email, password: PASSWORD }, paths: ['/home', '/donations'] },
      { who: 'administração', as: ADMINISTRATOR, paths: ADMIN_PAGES },
    ]
    for (const { who, as, paths } of visits) {
      await logsIn(page, as)
      for (const path of paths) {
        await page.goto(path)
        const { words, height, fields, index, longest } = await countOf(page)
        rows[`${who} ${path}`] = {
          palavras: words,
          'altura (px)': height,
          campos: fields,
          leitura: index ?? '–',
          'frase mais longa': longest > LONG_SENTENCE ? `${longest} (!)` : longest,
        }
      }
    }
    console.table(rows)
  } finally {
    await server.stop()
  }
}
