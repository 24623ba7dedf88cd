import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { openApiDocument } from '#contracts/openapi.ts'
import { callsOf } from '#e2e/helpers/calls.ts'
import { ADMINISTRATOR, freePort, startServer } from '#e2e/helpers/server.ts'
import { foundsTwelve, settlesMonth } from '#e2e/helpers/twelve.ts'
import { PASSWORD } from '#e2e/helpers/people.ts'
import { openDoorway } from './doorway.ts'
import type { Answered } from './doorway.ts'
import { targetsOf } from './targets.ts'
import { FOLDER } from './tools.ts'

const STARTS_WITHIN_MS = 120_000

/** Where a server and its document differ, as Prism between the two reads them. */
export async function prismSays(planted: boolean): Promise<readonly string[]> {
  return planted ? ofBadServer() : ofRoda()
}

/** A month of a roda of twelve, then every call with examples as a member and as an administrator. */
async function ofRoda(): Promise<readonly string[]> {
  if (!process.env['WEB_DIR']) await import('../build.ts')
  const server = await startServer({ SEED: 'none', LOG_LEVEL: 'fatal' })
  try {
    return await between(server.url, async (url) => {
      const seen = { ...server, url }
      const call = callsOf(seen)
      const people = await foundsTwelve(call, seen)
      await settlesMonth(call, seen, people)
      const [donor] = people.slice(-1)
      for (const who of [{ email: donor!.email, password: PASSWORD }, ADMINISTRATOR]) {
        const { access_token: token } = await call('POST /auth/login', null, { body: who })
        const [donation] = await call('GET /donations/history', token)
          .then(({ data }) => data)
          .catch(() => [])
        for (const { method, path: to, query, body } of targetsOf({
          users: people[1]!.id,
          donations: donation?.id ?? people[1]!.id,
        }))
          await fetch(`${url}${to}?${new URLSearchParams(query as Record<string, string>)}`, {
            method,
            headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
            ...(body ? { body: JSON.stringify(body) } : {}),
          })
      }
    })
  } finally {
    await server.stop()
  }
}

/** An answer without anything that the document promises. */
async function ofBadServer(): Promise<readonly string[]> {
  const server = createServer((_, answer) =>
    answer.setHeader('content-type', 'application/json').end('{"good":"no"}'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bad = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await between(
      bad,
      async (url) => void (await fetch(`${url}/api/circle`, { headers: { authorization: 'Bearer x' } })),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Puts Prism before a server, and answers what it found in what `uses` asked and was answered. */
async function between(to: string, uses: (url: string) => Promise<void>): Promise<readonly string[]> {
  const file = path.join(FOLDER, 'prism.json')
  writeFileSync(file, JSON.stringify(openApiDocument({ version: '1', server: `${to}/api` })))
  const port = await freePort()
  const program = path.join(FOLDER, 'node_modules', '.bin', 'prism')
  const prism = spawn(process.execPath, [program, 'proxy', file, `${to}/api`, '-p', String(port), '-v', 'error'], {
    stdio: 'ignore',
  })
  const found = new Map<string, number>()
  const doorway = await openDoorway({
    to: `http://127.0.0.1:${port}`,
    rename: (address) => address.replace(/^\/api/, ''),
    onAnswer: (answered) => {
      for (const finding of violations(answered)) found.set(finding, (found.get(finding) ?? 0) + 1)
    },
  })
  try {
    await answers(port)
    await uses(doorway.url)
    console.log(
      `    ${[...doorway.counts]
        .toSorted()
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    )
  } finally {
    await doorway.close()
    prism.kill()
    await once(prism, 'exit')
  }
  return [...found].map(([finding, times]) => `${finding} × ${times}`)
}

type Violation = { location: string[]; severity: string; code: string | number; message: string }

/** All that an answer breaks, and a request that breaks the document and was taken all the same. */
function violations({ call, status, headers }: Answered): readonly string[] {
  const all = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[]
  const where = call.replace(/\?.*$/, '').replaceAll(/[0-9a-f-]{36}/g, '{id}')
  return all
    .filter(({ location }) => location[0] === 'response' || status < 300)
    .map(({ location, message }) => `${where} ${status} ${location.join('.').replaceAll(/\.\d+/g, '')}: ${message}`)
}

async function answers(port: number): Promise<void> {
  const deadline = Date.now() + STARTS_WITHIN_MS
  while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => null))) {
    if (Date.now() > deadline) throw new Error('Prism did not answer in time.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
