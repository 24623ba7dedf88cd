import type { Page } from 'playwright-core'

/** A network as Chromium imitates it: bytes a second, and ms until an answer begins. */
type Network = { readonly bytesPerSecond: number; readonly latencyMs: number }

/** The office and the phone of the goals: 9 Mbit/s at 100 ms, and 50 KB/s at 400 ms. */
export const USUAL: Network = { bytesPerSecond: (9 * 1_000_000) / 8, latencyMs: 100 }
export const SLOW: Network = { bytesPerSecond: 50 * 1024, latencyMs: 400 }

/** A first visit with nothing kept; goals that are absent are not set. */
export type Visit = {
  readonly name: string
  readonly path: string
  readonly who: 'visitor' | 'member' | 'administrator'
  readonly network: Network
  /** A selector of what the page is there for. */
  readonly ready: string
  readonly goals: { readonly kilobytes?: number; readonly usableMs?: number; readonly taskMs?: number }
}

export const visits: readonly Visit[] = [
  {
    name: 'login',
    path: '/login',
    who: 'visitor',
    network: USUAL,
    ready: 'input[name=password]',
    goals: { kilobytes: 20, usableMs: 400, taskMs: 50 },
  },
  {
    name: 'login, slow network',
    path: '/login',
    who: 'visitor',
    network: SLOW,
    ready: 'input[name=password]',
    goals: { usableMs: 2_500 },
  },
  {
    name: 'donations, with data',
    path: '/donations',
    who: 'member',
    network: USUAL,
    ready: 'article',
    goals: { usableMs: 700, taskMs: 50 },
  },
  {
    name: 'home',
    path: '/home',
    who: 'member',
    network: USUAL,
    ready: '.first-home h2, .next-step h2',
    goals: { usableMs: 600, taskMs: 50 },
  },
  {
    name: 'queue of 100',
    path: '/admin/queue',
    who: 'administrator',
    network: USUAL,
    ready: '[data-position="100"]',
    goals: { taskMs: 50 },
  },
  {
    name: 'people, 100 in cards',
    path: '/admin/users',
    who: 'administrator',
    network: USUAL,
    ready: 'article',
    goals: { taskMs: 50 },
  },
  {
    name: 'ledger of 20,000',
    path: '/ledger',
    who: 'member',
    network: USUAL,
    ready: '[id^=lancamento-]',
    goals: { taskMs: 50 },
  },
]

/** An act on a page that is there, until `done`; its longest task has the goal of all tasks. */
export type Act = {
  readonly name: string
  readonly path: string
  readonly who: 'member' | 'administrator'
  readonly ready: string
  /** Brings the page there first, such as to a list shown as a table. */
  readonly prepare?: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
  readonly done: (page: Page) => Promise<unknown>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').getByRole('button').first().waitFor()
const row = (number: number) => (page: Page) => page.locator('main table tbody tr').nth(number).waitFor()
const entries = (number: number) => (page: Page) =>
  page
    .locator('[id^=lancamento-]')
    .nth(number - 1)
    .waitFor()

/** With the parts open in which the order is changed and the list chosen. */
const queue = { path: '/admin/queue#mudar', who: 'administrator', ready: '[data-position="100"]' } as const
const people = { path: '/admin/users#lista', who: 'administrator', ready: 'article' } as const
const ledger = { path: '/ledger', who: 'member', ready: '[id^=lancamento-]' } as const

export const acts: readonly Act[] = [
  { name: 'queue: order and receiver', ...queue, act: press('Ordem e quem recebe'), done: dialog },
  { name: 'queue: to the end', ...queue, act: press('Para o Fim'), done: dialog },
  { name: 'queue: remove many', ...queue, act: press('Retirar em Massa'), done: dialog },
  { name: 'queue: swap', ...queue, act: press(/^Trocar (Posições|lugares)$/i), done: dialog },
  { name: 'queue: add by arrival', ...queue, act: press('Adicionar por ordem de chegada'), done: dialog },
  { name: 'queue: a place', ...queue, act: (page) => page.locator('[data-position="57"]').click(), done: dialog },
  {
    name: 'queue: all chosen to be removed',
    ...queue,
    prepare: async (page) => {
      await press('Retirar em Massa')(page)
      await dialog(page)
    },
    act: (page) => page.getByLabel('Selecionar todas (100)').check(),
    done: (page) => page.getByRole('button', { name: 'Continuar com 100' }).waitFor(),
  },
  {
    name: 'people: cards become a table of 100',
    ...people,
    act: press('Tabela'),
    done: row(99),
  },
  {
    name: 'people: one ticked in the table',
    ...people,
    prepare: async (page) => {
      await press('Tabela')(page)
      await row(99)(page)
    },
    act: (page) => page.locator('tbody input[type=checkbox]').nth(3).click(),
    done: (page) => page.locator('tbody input[type=checkbox]:checked').waitFor(),
  },
  {
    name: 'people: one profile',
    ...people,
    act: press('Ver Perfil'),
    done: dialog,
  },
  {
    name: 'ledger: 100 entries a page',
    ...ledger,
    act: (page) => page.getByRole('combobox').selectOption('100'),
    done: entries(100),
  },
  {
    name: 'ledger: verified whole',
    ...ledger,
    act: (page) => page.getByRole('button', { name: 'Verificar', exact: true }).click(),
    // Whether intact or not: the bench writes its circle past some of the verbs.
    done: (page) => page.locator('.ledger-verdict').waitFor({ timeout: 120_000 }),
  },
  {
    name: 'ledger: the last of 2,000 pages',
    ...ledger,
    act: (page) => page.getByRole('button', { name: 'Do começo' }).click(),
    done: (page) => page.locator('#lancamento-1').waitFor(),
  },
]
