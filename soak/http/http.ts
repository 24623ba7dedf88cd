import type { AddressInfo } from 'node:net'
import type { TestServer } from '#server/testing/postgres-server.ts'
import { receiptPicture } from '#server/seed/receipt-picture.ts'
import { ensureWhole } from '../apps/ensure-whole.ts'
import { makeWorld, withTestServer } from '../apps/test-server.ts'
import type { App } from '../apps/test-server.ts'
import type { Dice } from '../frame/dice.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part, Report } from '../frame/part.ts'
import { brokenRequest, randomRequest, shapesOf } from './requests.ts'
import type { FuzzedRequest, Fuzzer } from './requests.ts'
import { Wire } from './wire.ts'

const ROUND = 2_000

/** Random requests to every live route, as bytes. No answer is a 500 or a lasting 503, and everything is whole after. */
export const http: Part = {
  name: 'http',
  unit: 'requests',
  full: 1_000_000,
  small: 2_000,
  run: (course) =>
    withTestServer((server) =>
      eachRound(course, ({ dice }) => round(server, dice, course.report), {
        units: ROUND,
      }),
    ),
}

async function round(server: TestServer, dice: Dice, report: Report): Promise<void> {
  const world = await makeWorld(server)
  const faults: string[] = []
  try {
    const app = await world.open()
    const thrown: string[] = []
    app.app.addHook(
      'onError',
      async (request, _reply, error) => void thrown.push(`${request.method} ${request.url}: ${error.stack}`),
    )
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.app.server.address() as AddressInfo
    const fuzzer = await meet(app)
    const wire = new Wire(port)
    for (let sent = 0; sent < ROUND && faults.length < 5;) {
      const isBroken = dice.happens(0.03)
      const batch = isBroken
        ? [brokenRequest(fuzzer, dice)]
        : Array.from({ length: dice.between(1, 12) }, () => randomRequest(fuzzer, dice))
      sent += batch.length
      thrown.length = 0
      const answers = await wire
        .send({ requests: batch, isSlow: dice.happens(0.05), endsEarly: isBroken })
        .catch((error: Error) => {
          wire.close()
          faults.push(`${error.message}\n${batch.map(({ text }) => text).join('\n---\n')}`)
          return []
        })
      if (isBroken) {
        if (answers.some(({ status }) => status >= 500)) faults.push(`${answers.at(-1)!.head}\n${batch[0]!.text}`)
        continue
      }
      faults.push(...judge(batch, answers, thrown, report))
      // A request that the parser refuses takes the unanswered ones before it along: each is asked again alone.
      for (const alone of batch.slice(answers.length)) {
        const own = new Wire(port)
        const again = await own.send({ requests: [alone] })
        own.close()
        faults.push(...judge([alone], again, thrown, report))
        if (again.length === 0) faults.push(`Closed without an answer to\n${alone.text}`)
      }
    }
    wire.close()
    const health = await app.call('GET /health', null)
    if (health.status !== 200) faults.push(`Health answers ${health.status}`)
    await ensureWhole(app)
  } finally {
    await world.close()
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'))
}

/** The answers that no request may be given. */
function judge(
  batch: readonly FuzzedRequest[],
  answers: readonly { status: number; head: string; body: string }[],
  thrown: readonly string[],
  report: Report,
): string[] {
  const faults: string[] = []
  for (const [index, { status, head, body }] of answers.entries()) {
    report.count(`answered ${Math.floor(status / 100)}xx`)
    const asked = batch[index]!.text
    if (status === 500 || status === 503) faults.push(`${status} ${body}\n${asked}\n${thrown.join('\n')}`)
    const isJson = /^content-type: application\/json/im.test(head) && !/^content-encoding/im.test(head)
    if (status >= 400 && isJson && batch[index]!.method !== 'HEAD' && !isRefusal(body))
      faults.push(`No refusal: ${status} ${body}\n${asked}`)
  }
  return faults
}

function isRefusal(body: string): boolean {
  try {
    const { statusCode, message, code } = JSON.parse(body) as Record<string, unknown>
    return typeof statusCode === 'number' && typeof message === 'string' && typeof code === 'string'
  } catch {
    return false
  }
}

/** A circle in which there is something of everything, and everybody's tokens. */
async function meet(app: App): Promise<Fuzzer> {
  const people = await app.placed(8)
  const admin = await app.administrator()
  await app.call('POST /donations/admin/generate-monthly-pull', admin, { body: {} })
  for (const [index, { token }] of people.slice(0, 6).entries()) {
    const [donation] = (
      (await app.call('GET /donations/to-send', token)).body as { id: string; waiting: boolean }[]
    ).filter(({ waiting }) => !waiting)
    if (!donation) continue
    const body = { comprovanteBase64: await receiptPicture(donation.id) }
    if (index % 2 === 0)
      await app.call('POST /donations/{id}/comprovante', token, { params: { id: donation.id }, body })
    if (index % 3 === 0)
      await app.call('POST /donations/{id}/report', token, {
        params: { id: donation.id },
        body: { reason: 'não recebi' },
      })
  }
  const ids = await app.database.asOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ id: string }>(`select id from "${name}" order by id limit 20`)
      found.push(...rows.map(({ id }) => id))
    }
    return found
  })
  const tokens = [admin, admin, admin, ...people.map(({ token }) => token)]
  return { shapes: shapesOf(app.app.liveRoutes), known: { ids, texts: ['Pessoa', 'não recebi'] }, tokens }
}
