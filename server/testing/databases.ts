import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/database/database.ts'
import { opened } from './after-file.ts'
import { copyDatabase, dropDatabase, templateOf, type Addresses } from './postgres-server.ts'

export type TestDatabaseOptions = {
  /** Without the tables of `server/migrations`; its one role owns it. */
  empty?: boolean
  /** With an installation and so many people, 0 to 8, approved and placed: those of `testApp.placed`. */
  placed?: number
  /** As another database of the tests is, by its name; nobody may be connected to that one. */
  copyOf?: string
}

/** A database of its own, closed and removed after the test that opened it, or after all where their file did. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const { name, addresses } = await makeDatabase(options)
  const database = await open(addresses)
  const postgres = inject('postgres')
  opened.push({ close: () => dropDatabase(postgres, name) }, database)
  return database
}

/** A database to copy, by the name that `copyOf` takes: its maker closes it, and removes it by `dropDatabase`. */
export async function openTemplate(placed?: number): Promise<{ database: Database; name: string }> {
  const { name, addresses } = await makeDatabase(placed === undefined ? {} : { placed })
  return { database: await open(addresses), name }
}

/**
 * A database of its own, for what needs its addresses: a second pool or a process. It stays to the end of the run, since those may still
 * be connected to it.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<Addresses> {
  return (await makeDatabase(options)).addresses
}

async function makeDatabase(options: TestDatabaseOptions): Promise<{ name: string; addresses: Addresses }> {
  const { empty = false, placed, copyOf } = options
  const postgres = inject('postgres')
  const name = `${postgres.run}_${crypto.randomUUID().slice(0, 8)}`
  const template = copyOf ?? (placed === undefined ? `${postgres.prefix}_template` : templateOf(postgres, placed))
  const addresses = await copyDatabase(postgres, empty ? 'template0' : template, name)
  return { name, addresses: empty ? { ...addresses, databaseUrl: addresses.ownerUrl } : addresses }
}

const open = ({ databaseUrl, ownerUrl }: Addresses) =>
  openDatabase({ dataDir: 'unused', databaseUrl: nearby(databaseUrl), ownerUrl: nearby(ownerUrl) })

/** An address by the server's local socket, where it has one: a test's statements cost less there. */
function nearby(address: string): string {
  const { socket } = inject('postgres')
  if (socket === null) return address
  const url = new URL(address)
  url.searchParams.set('host', socket)
  return url.href
}
