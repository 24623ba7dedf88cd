import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#server/testing/databases.ts'
import { processesIn } from '#server/testing/processes.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { serverFile } from '../scripts/built.ts'

const SECRET = 'a secret for tests, long enough to be one'

type Started = { child: ChildProcess; said(text: string): Promise<string>; ended: Promise<unknown> }

/** A server of its own on a database of the tests, ended with the test. */
function start(
  { databaseUrl, ownerUrl }: Awaited<ReturnType<typeof createTestDatabase>>,
  settings: Record<string, string> = {},
): Started {
  const child = spawn(process.execPath, [serverFile()], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: databaseUrl,
      MIGRATION_DATABASE_URL: ownerUrl,
      JWT_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    said: (text) =>
      expect
        .poll(() => output, { timeout: 60_000 })
        .toContain(text)
        .then(() => output),
    ended: once(child, 'exit'),
  }
}

test('a first start killed while it fills the demonstration is completed by the next, which prints the logins once', async () => {
  const addresses = await createTestDatabase()
  const client = new Client({ connectionString: addresses.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const ask = async (query: string) => (await client.query<{ n: number }>(query)).rows[0]!.n
  const killed = start(addresses)
  // Rows that are not yet committed cannot be counted: the table's pages can.
  await expect
    .poll(() => ask(`select (pg_relation_size('users') / 8192)::int as n`), { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(1)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(await ask('select (select count(*) from circles)::int + (select count(*) from users)::int as n')).toBe(0)

  const both = [start(addresses), start(addresses)]
  const output = await Promise.all(both.map(({ said }) => said('Ciranda em')))
  expect(output.join('')).not.toMatch(/insert into|Failed query|não pôde/)
  await Promise.any(both.map(({ said }) => said('(mostradas só desta vez)')))
  expect(await ask('select count(*)::int as n from circles')).toBe(1)
  expect(await ask(`select count(*)::int as n from users where role = 'ADMIN'`)).toBe(1)
  expect(await ask('select count(*)::int as n from users')).toBe(15)
  await expect.poll(() => ask('select count(unprinted_logins)::int as n from installation')).toBe(0)
})

test('a circle first used under CLOCK says so after a restart without it', async () => {
  const addresses = await createTestDatabase()
  const circle = async (settings: Record<string, string>) => {
    const { child, said, ended } = start(addresses, { SEED: 'empty', ...settings })
    const [, url] = /Ciranda em (http:\S+)/.exec(await said('Ciranda em'))!
    const answer = (await (await fetch(`${url}/api/circle`)).json()) as { test_clock: boolean }
    child.kill('SIGTERM')
    await ended
    return answer.test_clock
  }
  expect(await circle({})).toBe(false)
  expect(await circle({ CLOCK: '2026-11-10T15:00:00.000Z' })).toBe(true)
  expect(await circle({})).toBe(true)
})

test('an end is orderly within ten seconds, whatever a stalled client does', async () => {
  const { child, said, ended } = start(await createTestDatabase(), { SEED: 'empty' })
  const port = Number(/Ciranda em http:\/\/[^:]+:(\d+)/.exec(await said('Ciranda em'))![1])
  const stalled = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(stalled, 'connect')
  stalled.write(
    'POST /api/auth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{',
  )
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
  const began = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('another secret than the database was made with is refused in one line', async () => {
  const addresses = await createTestDatabase()
  const first = start(addresses, { SEED: 'empty' })
  await first.said('Ciranda em')
  first.child.kill('SIGTERM')
  await first.ended
  const { said, ended } = start(addresses, { JWT_SECRET: `${SECRET}, but another` })
  expect(await ended).toEqual([1, null])
  expect(await said('não pôde começar')).toMatch(/^A Ciranda não pôde começar\. JWT_SECRET não é o segredo [^\n]+\n$/)
})

test('an end is within ten seconds where the folder of the archive hangs, and takes its database along', async () => {
  const [dataDir, archive] = [temporaryFolder(), temporaryFolder()]
  const { child, said, ended } = start(
    { databaseUrl: '', ownerUrl: '' },
    { SEED: 'empty', DATA_DIR: dataDir, ARCHIVE_DIR: archive, BACKUP_PASSPHRASE: 'uma frase do ensaio, comprida' },
  )
  await said('Ciranda em')
  const lines = () =>
    readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter((file) => /[\\/]line$/.test(file))
  await expect.poll(lines, { timeout: 60_000 }).toHaveLength(1)
  const [line] = lines() as [string]
  rmSync(path.join(archive, line))
  // Opening a pipe that nobody writes to hangs as a file of a network disk does whose server is away.
  expect(spawnSync('mkfifo', [path.join(archive, line)]).status).toBe(0)
  const began = performance.now()
  child.kill('SIGTERM')
  const end = Promise.race([ended, wait(20_000, 'still there', { ref: false })])
  expect(await end).toEqual([null, 'SIGKILL'])
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(processesIn(realpathSync(path.join(dataDir, 'database', 'cluster')))).toEqual([])
}, 120_000)
