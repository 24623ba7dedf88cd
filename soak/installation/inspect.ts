import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { reachEmbedded } from '#server/database/embedded.ts'
import { readLedger, verify } from '../../scripts/verify-ledger.mjs'
import { Suspended } from './circle-of-people.ts'
import type { CircleOfPeople } from './circle-of-people.ts'
import { ask } from './client.ts'
import { engineOf } from './server.ts'

/**
 * Looks whether an installation that runs again kept every promise: all that was acknowledged is there, what is kept
 * twice agrees, the ledger passes the verifier that trusts nobody, people sign in, and one engine runs. Throws what
 * differs.
 */
export async function inspect(circle: CircleOfPeople, url: string, dataDir: string): Promise<void> {
  circle.url = url
  const wrong = circle.faults.splice(0)
  const health = await ask(url, 'GET /health')
  if (health.status !== 200) wrong.push(`health answers ${health.status}`)
  circle.administrator.token = undefined
  await circle.signIn(circle.administrator)
  wrong.push(...(await lostFacts(circle, dataDir)))
  const scrubbed = await circle.as(circle.administrator, 'POST /admin/scrub')
  if (scrubbed.status !== 200 || scrubbed.body.differences.length > 0)
    wrong.push(`the scrubber: ${JSON.stringify(scrubbed.body)}`)
  wrong.push(...(await verifyLedger(circle)))
  wrong.push(...strayIn(dataDir))
  wrong.push(...(await closedToAll(circle)))
  if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'))
  circle.facts = []
}

/** The newest member who is not suspended signs in and reads their profile; it is a fault when nobody can. */
async function closedToAll(circle: CircleOfPeople): Promise<string[]> {
  for (const member of circle.members.toReversed()) {
    try {
      const { status } = await circle.as(member, 'GET /users/profile')
      return status === 200 ? [] : [`${member.email} gets ${status} for their profile`]
    } catch (error) {
      if (!(error instanceof Suspended)) throw error
    }
  }
  return circle.members.length === 0 ? [] : ['all members are suspended']
}

/** The acknowledged effects that are not there. */
async function lostFacts({ facts, now }: CircleOfPeople, dataDir: string): Promise<string[]> {
  const address = await reachEmbedded({ dataDir: path.join(dataDir, 'database') })
  if (address === null) return ['no engine runs']
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const lost: string[] = []
    for (const { about, sql, values } of facts.filter(({ until = Infinity }) => now < until)) {
      const { rows } = await client.query<{ exists: boolean }>(sql, [...values])
      if (!rows[0]!.exists) lost.push(`lost: ${about} ${JSON.stringify(values)}`)
    }
    return lost
  } finally {
    await client.end()
  }
}

/** The exported ledger under the stand-alone verifier. */
async function verifyLedger(circle: CircleOfPeople): Promise<string[]> {
  const { status, body } = await circle.as(circle.administrator, 'GET /ledger/export?format=ndjson')
  if (status !== 200) return [`the ledger cannot be downloaded: ${status}`]
  const { faults } = verify(readLedger(body as string))
  return faults.length === 0 ? [] : [`the verifier: ${JSON.stringify(faults)}`]
}

/** Leftovers that a start has to remove, and engines beside the one. */
function strayIn(dataDir: string): string[] {
  const drafts = readdirSync(path.join(dataDir, 'database')).filter((name) => name.startsWith('cluster.'))
  const servers = engineOf(dataDir).filter(({ isServer }) => isServer)
  return [
    ...drafts.map((name) => `a draft was left: ${name}`),
    ...(servers.length === 1 ? [] : [`${servers.length} engines run`]),
    ...(existsSync(path.join(dataDir, 'secret')) ? [] : ['the secret is gone']),
  ]
}
