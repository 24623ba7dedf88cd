import { hash, randomUUID } from 'node:crypto'
import { makeCircle } from './circle.ts'
import type { BenchCircle } from './circle.ts'
import { cloneCircle, memberHeaders, signedHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { inTurn } from './circles.ts'
import { openInstallation } from './installation.ts'
import { send } from './load.ts'
import type { Measured, Request } from './load.ts'
import type { Part } from './part.ts'
import { photograph } from './pictures.ts'
import { median } from './rounds.ts'
import { startServer } from './servers.ts'
import type { Services } from '#server/context.ts'
import { confirmationsOf } from './writes.ts'

const UPLOADS = 100
const PHOTOGRAPH_BYTES = 400_000
const LARGE = 5
const LARGE_BYTES = 4_900_000

/** Whether pictures that arrive delay others: a hundred at once beside confirmations, and five of five megabytes at once. */
export const uploads: Part = {
  name: 'uploads',
  rows: [],
  async run({ rounds, roundMs, circles: dose }) {
    const installation = await openInstallation()
    const { services } = installation
    const server = await startServer('ciranda', installation.environment, { isProbed: true })
    try {
      const receiving = await makeCircle(services, { receipts: 100 })
      const paying = await makeCircle(services, { receipts: 0 })
      const confirmed = await cloneCircle(services, receiving, 2 * (rounds + 1))
      // A circle for each round's uploads, and one for each round's large ones.
      const paid = await cloneCircle(services, paying, 2 * (rounds + 1))
      const count = Math.ceil(UPLOADS * dose)
      const photographs = await Promise.all(Array.from({ length: 8 }, () => photograph(PHOTOGRAPH_BYTES)))
      const large = await Promise.all(Array.from({ length: LARGE }, () => photograph(LARGE_BYTES)))
      const { port } = server
      const upload = async (clone: Clone, pictures: readonly string[], wanted: number) =>
        send({
          port,
          connections: wanted,
          forMs: 120_000,
          isOnce: true,
          requests: await uploadsOf(services, paying, clone, { pictures, count: wanted }),
        })
      const confirm = async () =>
        send({
          port,
          connections: 8,
          forMs: 120_000,
          isOnce: true,
          requests: await confirmationsOf(services, receiving, confirmed.splice(0, 1), false),
        })

      const pictures: Measured[] = []
      const [alone, beside] = await inTurn(rounds, [
        confirm,
        async () => {
          const [measured, sent] = await Promise.all([confirm(), upload(paid.splice(0, 1)[0]!, photographs, count)])
          pictures.push(sent)
          return measured
        },
      ])

      const [quietCircle] = await cloneCircle(services, receiving, 1)
      const read = async () => {
        const headers = await memberHeaders(services, quietCircle!, receiving.administrator.id)
        return send({
          port,
          connections: 1,
          forMs: roundMs,
          requests: [{ method: 'GET', path: '/api/users/profile', headers }],
        })
      }
      const delays: { alone: number[]; beside: number[] } = { alone: [], beside: [] }
      const [quiet, busy] = await inTurn(rounds, [
        async () => {
          await server.loopDelay()
          const measured = await read()
          delays.alone.push((await server.loopDelay())!)
          return measured
        },
        async () => {
          await server.loopDelay()
          const sending = upload(paid.splice(0, 1)[0]!, large, LARGE)
          const measured = await read()
          await sending
          delays.beside.push((await server.loopDelay())!)
          return measured
        },
      ])
      const sent = pictures.slice(1)
      const cells = (p50: number, p99: number) => [p50.toFixed(1), p99.toFixed(1)]
      return {
        title: 'Pictures that arrive beside other work',
        columns: ['measured', 'p50 ms', 'p99 ms', 'goal'],
        rows: [
          ['100 confirmations in one circle alone', ...cells(alone!.p50, alone!.p99), '–'],
          [`the same while ${count} pictures arrive`, ...cells(beside!.p50, beside!.p99), 'not delayed'],
          [
            `a picture of ${PHOTOGRAPH_BYTES / 1000} KB, of ${count} at once`,
            ...cells(median(sent.map(({ p50 }) => p50)), median(sent.map(({ p99 }) => p99))),
            '–',
          ],
          ['a read alone', ...cells(quiet!.p50, quiet!.p99), '–'],
          [
            `a read while ${LARGE} pictures of ${(LARGE_BYTES / 1e6).toFixed(1)} MB arrive`,
            ...cells(busy!.p50, busy!.p99),
            `p99 ${(quiet!.p99 + 50).toFixed(1)}`,
          ],
          ['the loop kept waiting, alone', '–', median(delays.alone.slice(1)).toFixed(1), '–'],
          ['the loop kept waiting meanwhile', '–', median(delays.beside.slice(1)).toFixed(1), '20.0'],
        ],
        notes: [
          `Medians of ${rounds} rounds in which both take turns. Pictures are noise, the most that decoding and encoding can cost; client, server, its image work and PostgreSQL share the machine's processors, so that some delay is theirs alone. The loop is watched every millisecond.`,
        ],
      }
    } finally {
      await server.stop()
      await installation.close()
    }
  },
}

/** Receipts for the first donations of a copy, each sent and signed by its donor. */
export async function uploadsOf(
  services: Services,
  template: BenchCircle,
  clone: Clone,
  { pictures, count }: { readonly pictures: readonly string[]; readonly count: number },
): Promise<Request[]> {
  return Promise.all(
    clone.pending.slice(0, count).map(async ({ id: donationId, donorId }, at): Promise<Request> => {
      const picture = pictures[at % pictures.length]!
      const image = hash('sha256', Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64'))
      const signed = await signedHeaders(services, template, clone, donorId, { act: 'send_receipt', donationId, image })
      return {
        method: 'POST',
        path: `/api/donations/${donationId}/comprovante`,
        headers: { ...signed, 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ comprovanteBase64: picture }),
      }
    }),
  )
}
