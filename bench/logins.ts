import { eq } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { openPersonal } from '#server/members/personal.ts'
import { users } from '#server/tables/users.ts'
import { makeCircle } from './circle.ts'
import { inTurn } from './circles.ts'
import { cloneCircle, memberHeaders } from './clones.ts'
import type { Clone } from './clones.ts'
import { openInstallation } from './installation.ts'
import { send } from './load.ts'
import type { Measured, Request } from './load.ts'
import type { Part } from './part.ts'
import { median } from './rounds.ts'
import { startServer } from './servers.ts'

const AT_ONCE = 30
const SLOWER_MAX = 1.5
const READS = ['users/profile', 'donations/stats', 'donations/history']

/** Whether people who sign in delay others: reads alone, and while thirty sign in at any moment. */
export const logins: Part = {
  name: 'logins',
  rows: [],
  async run({ rounds, roundMs }) {
    const installation = await openInstallation()
    const { services } = installation
    const server = await startServer('ciranda', installation.environment)
    try {
      const template = await makeCircle(services, { receipts: 100 })
      const [circle] = await cloneCircle(services, template, 1)
      const headers = await memberHeaders(services, circle!, circle!.pending[0]!.receiverId)
      const logIns = await loginsOf(services, circle!)
      const load = { port: server.port, forMs: roundMs }
      const signIns: Measured[] = []
      const rows: string[][] = []
      for (const read of READS) {
        const requests: Request[] = [{ method: 'GET', path: `/api/${read}`, headers }]
        const reading = () => send({ ...load, connections: 1, requests })
        const [alone, beside] = await inTurn(rounds, [
          reading,
          async () => {
            const [measured, signedIn] = await Promise.all([
              reading(),
              send({ ...load, connections: AT_ONCE, requests: logIns }),
            ])
            signIns.push(signedIn)
            return measured
          },
        ])
        const slower = beside!.p50 / alone!.p50
        rows.push([read, ...[alone!.p50, beside!.p50, slower, alone!.p99, beside!.p99].map((cell) => cell.toFixed(2))])
        rows.at(-1)!.push(slower <= SLOWER_MAX ? 'hit' : '**miss**')
        console.log(rows.at(-1)!.join('  '))
      }
      const perSecond = median(signIns.map(({ answers, seconds }) => answers / seconds))
      return {
        title: `Calls while ${AT_ONCE} people sign in`,
        columns: ['call', 'p50 ms alone', 'p50 ms beside', 'slower', 'p99 ms alone', 'p99 ms beside', 'verdict'],
        rows,
        notes: [
          `Medians of ${rounds} rounds in which both take turns: a member's read on one connection, and ${AT_ONCE} connections on which a hundred members sign in, one after the other, ${perSecond.toFixed(0)} a second with a p50 of ${median(signIns.map(({ p50 }) => p50)).toFixed(0)} ms. Hit: the read's p50 is at most ${SLOWER_MAX} times as long. Client, server and PostgreSQL share the machine's processors.`,
        ],
      }
    } finally {
      await server.stop()
      await installation.close()
    }
  },
}

/** The members of a circle sign in with a password that they are given for it. */
async function loginsOf({ db, secrets }: Services, { id }: Clone): Promise<Request[]> {
  const password = 'senha-da-bancada'
  const members = await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.circleId, id))
    .returning()
  return members.map((member): Request => ({
    method: 'POST',
    path: '/api/auth/login',
    headers: {},
    body: JSON.stringify({ email: openPersonal(secrets, member).email, password }),
  }))
}
