import type { Browser, Page as PlainPage } from 'playwright-core'
import { expect } from 'vitest'
import type { AnswerOf } from '#contracts/contract.ts'
import { DESK, PHONE, goes, openBrowser, sitDown } from '#e2e/helpers/browser.ts'
import type { Page } from '#e2e/helpers/browser.ts'
import { administratorToken, callsOf, joins } from '#e2e/helpers/calls.ts'
import type { Calls, Joined } from '#e2e/helpers/calls.ts'
import { logsIn } from '#e2e/helpers/people.ts'
import { ADMINISTRATOR, startServer } from '#e2e/helpers/server.ts'
import type { Server } from '#e2e/helpers/server.ts'

const MINUTE_MS = 60_000
const BEGINS = Date.parse('2026-11-10T12:00:00.000Z')

type Entry = AnswerOf<'GET /queue'>[number]

/** Two administrators on the queue's screen, one at a desk and one with a phone, and members who wait for a place. */
export type QueueStory = {
  readonly server: Server
  readonly browser: Browser
  readonly call: Calls
  readonly token: string
  readonly desk: Page
  readonly phone: Page
  /** By the order of registration. */
  readonly members: readonly Joined[]
  member(n: number): Joined
  /** More members, approved; several register at once. */
  joinUntil(count: number): Promise<void>
  place(n: number, position: number): Promise<void>
  removeAt(position: number): Promise<Entry>
  entries(): Promise<Entry[]>
  /** The order of the queue: `3@1` is the third member at position 1. */
  order(): Promise<string[]>
  end(): Promise<void>
}

/** Begins with so many approved members, each registered a minute after the one before. */
export async function beginQueueStory(count: number): Promise<QueueStory> {
  const [server, browser] = await Promise.all([startServer({ RATE_LIMIT: 'off' }), openBrowser()])
  const call = callsOf(server)
  const token = await administratorToken(call)
  const members: Joined[] = []
  const entries = () => call('GET /queue', token, { query: { donation_number: '1' } })
  const join = async (number: number) => {
    const member = await joins(call, { firstName: `Pessoa${letters(number)}`, lastName: 'Andrade', number })
    await call('PATCH /users/{id}/approve', token, { params: { id: member.id } })
    return member
  }
  while (members.length < count) {
    await server.moveClockTo(new Date(BEGINS + members.length * MINUTE_MS).toISOString())
    members.push(await join(members.length + 1))
  }
  const [desk, phone] = await Promise.all([
    sitDown(browser, server.url, { viewport: DESK }),
    sitDown(browser, server.url, { viewport: PHONE }),
  ])
  for (const page of [desk, phone]) await opensQueue(page)
  return {
    server,
    browser,
    call,
    token,
    desk,
    phone,
    members,
    member: (n) => members[n - 1]!,
    joinUntil: async (wanted) => {
      while (members.length < wanted) {
        const numbers = [1, 2, 3, 4].map((step) => members.length + step).filter((number) => number <= wanted)
        members.push(...(await Promise.all(numbers.map(join))))
      }
    },
    place: async (n, position) => {
      await call('POST /queue', token, {
        body: { position, donation_number: 1, user_id: members[n - 1]!.id, is_receiver: false, passed_user_ids: [] },
      })
    },
    removeAt: async (position) => {
      const entry = (await entries()).find((each) => each.position === position)!
      await call('DELETE /queue/{id}', token, { params: { id: entry.id } })
      return entry
    },
    entries,
    order: async () =>
      (await entries()).map(
        ({ position, user_id }) => `${members.findIndex(({ id }) => id === user_id) + 1}@${position}`,
      ),
    end: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** A name of letters for a number: names have no digits. */
function letters(n: number): string {
  return String.fromCharCode(65 + Math.floor(n / 26)) + String.fromCharCode(97 + (n % 26))
}

export async function opensQueue(page: PlainPage): Promise<void> {
  await logsIn(page as Page, ADMINISTRATOR)
  await goes(page, '/admin/queue')
  await page.getByText('Vagas de Participantes').waitFor()
}

export const placeCard = (page: PlainPage, position: number) =>
  page.getByRole('article', { name: `Posição #${String(position).padStart(3, '0')}` })
export const action = (page: PlainPage, name: string) => page.getByRole('button', { name, exact: true }).click()
export const dialog = (page: PlainPage) => page.getByRole('dialog')
export const slot = (page: PlainPage, name: string) => dialog(page).getByRole('button', { name })
export const mapSlot = (page: PlainPage, name: string) =>
  page.getByRole('region', { name: 'Mapa da fila' }).getByRole('button', { name })
export const presses = (page: PlainPage, name: string) => dialog(page).getByRole('button', { name }).click()
export const counter = (page: PlainPage, name: string) => dialog(page).getByRole('group', { name }).innerText()

export async function escapes(page: PlainPage): Promise<void> {
  await page.keyboard.press('Escape')
  await closed(page)
}

/** Leaves a dialog by its last button. */
export async function closes(page: PlainPage): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Fechar' }).last().click()
  await closed(page)
}

export async function closed(page: PlainPage): Promise<void> {
  await dialog(page).waitFor({ state: 'detached' })
}

/** Keeps a page from others' changes while something happens, as a screen is that has not heard yet. */
export async function unaware(page: PlainPage, act: () => Promise<void>): Promise<void> {
  const lists = /\/api\/(queue|users)$/
  const known = new Map<string, string>()
  await page.route(lists, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const url = route.request().url()
    if (!known.has(url)) known.set(url, await (await route.fetch()).text())
    return route.fulfill({ body: known.get(url)!, contentType: 'application/json' })
  })
  await action(page, 'Atualizar')
  await expect.poll(() => known.size).toBe(2)
  try {
    await act()
  } finally {
    await page.unroute(lists)
  }
  await action(page, 'Atualizar')
}
