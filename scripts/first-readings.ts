import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FirstReadings } from '#web/api/early.ts'
import type { PageQueries } from '#web/api/query.ts'

type Query = { readonly queryFn?: unknown }
type Everywhere = { readonly visitors: readonly Query[]; readonly signedIn: readonly Query[] }

const PAGES = path.join(import.meta.dirname, '..', 'web', 'pages')
const ENDING = '.queries.ts'
const EVERYWHERE = `everywhere${ENDING}`

/**
 * The addresses that the pages read first, found by running the pages' own queries (`web/pages/*.queries.ts`) with a
 * `fetch` that only writes down what it is asked for. So the first script asks for exactly what the pages will ask
 * for.
 */
export async function listFirstReadings(): Promise<FirstReadings> {
  const { visitors, signedIn } = await queriesIn<Everywhere>(EVERYWHERE)
  const pages: Record<string, { all: string[]; approved: string[] }> = {}
  for (const file of globSync(`**/*${ENDING}`, { cwd: PAGES }).sort()) {
    if (file === EVERYWHERE) continue
    const { all, approved = [] } = await queriesIn<PageQueries>(file)
    const address = `/${file.slice(0, -ENDING.length).replaceAll(path.sep, '/')}`
    pages[address] = { all: await addressesOf(all), approved: await addressesOf(approved) }
  }
  return { visitors: await addressesOf(visitors), signedIn: await addressesOf(signedIn), pages }
}

async function queriesIn<T>(file: string): Promise<T> {
  return ((await import(pathToFileURL(path.join(PAGES, file)).href)) as { queries: T }).queries
}

async function addressesOf(queries: readonly Query[]): Promise<string[]> {
  const asked: string[] = []
  const { fetch: ownFetch } = globalThis
  const ownTimeout = AbortSignal.timeout.bind(AbortSignal)
  // Nor does its reader ever give up waiting, however long the build takes.
  AbortSignal.timeout = () => new AbortController().signal
  const ownStorage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  Object.defineProperty(globalThis, 'localStorage', { value: noStorage, configurable: true, writable: true })
  globalThis.fetch = (address) => {
    asked.push(String(address).slice('/api'.length))
    // It never answers: what a query does with an answer is no matter here.
    return new Promise(() => undefined)
  }
  try {
    for (const { queryFn } of queries) void (queryFn as () => Promise<unknown>)()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    globalThis.fetch = ownFetch
    AbortSignal.timeout = ownTimeout
    if (ownStorage) Object.defineProperty(globalThis, 'localStorage', ownStorage)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
  return asked
}
