import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, globSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { callsOf } from '#e2e/helpers/calls.ts'
import { startServer } from '#e2e/helpers/server.ts'
import { visits } from '../screens.ts'
import { openDoorway } from './doorway.ts'
import type { Doorway } from './doorway.ts'
import { targetsOf } from './targets.ts'
import type { Target } from './targets.ts'
import { FOLDER } from './tools.ts'

/** A tool is given this: the address that it attacks, the calls behind it, and a folder of its own. */
type Attack = (url: string, targets: readonly Target[], folder: string) => Promise<readonly string[]>

export const attackers = { wapiti, sqlmap } satisfies Record<string, Attack>

/** Sessions of an access token end before the attack does. */
const TOKEN_MS = 5 * 60_000

/** Everything that an attacker finds in all calls of a running demonstration, with a member's session and an administrator's. */
export async function attacks(name: keyof typeof attackers, planted: boolean): Promise<readonly string[]> {
  const folder = path.join(FOLDER, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (planted) return ofBadServer(attackers[name], folder)
  if (!process.env['WEB_DIR']) await import('../build.ts')
  const server = await startServer({ SEED: 'demo', CLOCK: '', LOG_LEVEL: 'fatal' })
  const call = callsOf(server)
  const found: string[] = []
  try {
    const ids = await idsOf(call)
    for (const { who, as } of visits.filter(({ who: each }) => each === 'doadora' || each === 'administracao')) {
      const broken = new Set<string>()
      const token = renewed(async () => (await call('POST /auth/login', null, { body: as! })).access_token)
      const targets = await reachable(targetsOf(ids), server.url, await token())
      const doorway = await openDoorway({
        to: server.url,
        token,
        page: pageOf(targets),
        onAnswer: ({ call: asked, status, sent }) => {
          // A postal code is asked of another service, which need not be reached.
          if (status >= 500 && status !== 507 && !asked.includes('/api/cep/'))
            broken.add(`${status} of ${asked.slice(0, 200)} ${sent.slice(0, 200)}`)
        },
      })
      try {
        found.push(...(await attackers[name](doorway.url, targets, path.join(folder, who))), ...broken)
        await ensureSeen(doorway, who)
      } finally {
        await doorway.close()
      }
    }
  } finally {
    await server.stop()
  }
  return found.map((finding) => finding.replaceAll(/127\.0\.0\.1:\d+/g, 'server'))
}

/** The calls that these people may make at all: what refuses everybody of their kind is not attacked again and again. */
async function reachable(targets: readonly Target[], url: string, token: string): Promise<readonly Target[]> {
  const reached = []
  for (const target of targets) {
    const { method, path: to, query, body } = target
    const { status } = await fetch(`${url}${to}${searchOf(query)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (status !== 401 && status !== 403) reached.push(target)
  }
  return reached
}

/** An attack that a dead session turned away, or that the form of what it sent did, found nothing since it saw nothing. */
async function ensureSeen({ counts, url }: Doorway, who: string): Promise<void> {
  console.log(
    `    ${who} was answered ${[...counts]
      .toSorted()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  if ((counts.get(200) ?? 0) < 50) throw new Error(`Too few calls of ${who} were answered.`)
  if (!(await fetch(`${url}/api/users/profile`)).ok) throw new Error(`The session of ${who} ended during the attack.`)
}

function renewed(make: () => Promise<string>): () => Promise<string> {
  let made: { readonly at: number; readonly token: Promise<string> } | null = null
  return () => {
    if (made === null || Date.now() - made.at > TOKEN_MS) made = { at: Date.now(), token: make() }
    return made.token
  }
}

async function idsOf(call: ReturnType<typeof callsOf>): Promise<Record<string, string>> {
  const signIn = (who: string) => call('POST /auth/login', null, { body: visits.find((each) => each.who === who)!.as! })
  const { access_token: member, user } = await signIn('doadora')
  const [donation] = await call('GET /donations/to-send', member)
  return { users: user.id, donations: donation!.id }
}

/** Every call as a link or a form, for a tool that knows nothing else. */
function pageOf(targets: readonly Target[]): string {
  const escaped = (value: unknown) =>
    String(typeof value === 'object' ? JSON.stringify(value) : value)
      .replaceAll('&', '&amp;')
      .replaceAll('"', '&quot;')
  const parts = targets.map(({ method, path: to, query, body }) => {
    if (method === 'GET') return `<a href="${escaped(to + searchOf(query))}">${to}</a>`
    const fields = Object.entries(body ?? {}).map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`)
    return method === 'POST'
      ? `<form method="post" action="${to}">${fields.join('')}<button>Enviar</button></form>`
      : ''
  })
  return `<!doctype html><title>Calls</title>${parts.join('\n')}`
}

const searchOf = (query: Target['query']) =>
  Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query as Record<string, string>)}`

/** Wapiti follows the page's links and fills in its forms, for a few minutes. */
async function wapiti(url: string, _: readonly Target[], folder: string): Promise<readonly string[]> {
  const file = `${folder}.json`
  const options = [
    '--scope',
    'domain',
    '-m',
    'sql,xss,permanentxss,exec,file,crlf,redirect,ssrf,methods',
    '-S',
    'normal',
  ]
  const limits = ['--max-scan-time', '40', '--max-attack-time', '40', '-t', '5']
  await runAttacker('wapiti', [
    '-u',
    `${url}/`,
    ...options,
    ...limits,
    '--flush-session',
    '--no-bugreport',
    '-v',
    '1',
    '--store-session',
    `${folder}-session`,
    '-f',
    'json',
    '-o',
    file,
  ])
  type Found = Record<string, { method: string; path: string; parameter: string | null; info: string }[]>
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8')) as {
    vulnerabilities: Found
    anomalies: Found
  }
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
    all.map(({ method, path: at, parameter, info }) => `${kind}: ${method} ${at} ${parameter ?? ''}: ${info}`),
  )
}

/** sqlmap tries every parameter and field of every call, and every id in an address. */
async function sqlmap(url: string, targets: readonly Target[], folder: string): Promise<readonly string[]> {
  const file = `${folder}.log`
  writeFileSync(file, targets.map((target) => requestOf(url, target)).join(''))
  const options = [
    '--batch',
    '--ignore-stdin',
    '--level',
    '1',
    '--risk',
    '1',
    '--technique',
    'BE',
    '--dbms',
    'PostgreSQL',
    '--threads',
    '4',
  ]
  const ignored = '400,401,403,404,405,409,410,413,415,422,428,429'
  await runAttacker('sqlmap', [
    '-l',
    file,
    ...options,
    '--ignore-code',
    ignored,
    '--flush-session',
    '--disable-coloring',
    '--output-dir',
    folder,
    '--results-file',
    `${folder}.csv`,
    '-v',
    '1',
  ])
  return globSync(`${folder}.csv`)
    .flatMap((csv) => readFileSync(csv, 'utf8').split('\n').slice(1))
    .filter((line) => line.trim() !== '' && !/,,,(?:,|$)/.test(line))
    .map((line) => `injectable: ${line}`)
}

const RULE = '='.repeat(54)

/** A request as a proxy that people attack with writes it down. An id in an address is marked as what to try. */
function requestOf(url: string, { method, path: to, query, body }: Target): string {
  const { host, port } = new URL(url)
  const sent = body === null ? '' : JSON.stringify(body)
  const asked = `${method} ${Object.keys(query).length + sent.length === 0 ? to.replace(/[0-9a-f-]{36}/, '$&*') : to}${searchOf(query)} HTTP/1.1`
  const head = [
    asked,
    `Host: ${host}`,
    ...(sent === '' ? [] : ['Content-Type: application/json', `Content-Length: ${sent.length}`]),
  ]
  return `${RULE}\n12:00:00 PM  http://127.0.0.1:${port}  [127.0.0.1]\n${RULE}\n${head.join('\n')}\n\n${sent}\n${RULE}\n\n\n`
}

/** Runs it, with what it says in a file that can be read meanwhile. */
async function runAttacker(program: string, args: readonly string[]): Promise<void> {
  const file = path.join(FOLDER, program, 'said.txt')
  const said = openSync(file, 'a')
  const child = spawn(program, args, { stdio: ['ignore', said, said] })
  const [status] = (await once(child, 'close').catch((error: unknown) => {
    throw new Error(`The attacker is missing: apt install ${program}`, { cause: error })
  })) as [number]
  closeSync(said)
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${readFileSync(file, 'utf8').slice(-2_000)}`)
}

/** A server that puts what it is asked into SQL, and its answer into a page. */
async function ofBadServer(attack: Attack, folder: string): Promise<readonly string[]> {
  const database = new DatabaseSync(':memory:')
  database.exec("create table people (id integer, name text); insert into people values (1, 'Rosa'), (2, 'Tiago')")
  const server = createServer((request, response) => {
    const asked = new URL(request.url!, 'http://bad').searchParams.get('page') ?? '1'
    response.setHeader('content-type', 'text/html')
    try {
      const rows = database.prepare(`select name from people where id = ${asked}`).all()
      response.end(`<a href="/api/people?page=1">all</a><p>${asked}</p>${JSON.stringify(rows)}`)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target: Target = { method: 'GET', path: '/api/people', query: { page: 1 }, body: null }
  try {
    return await attack(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      [target],
      path.join(folder, 'bad'),
    )
  } finally {
    server.closeAllConnections()
    server.close()
    database.close()
  }
}
