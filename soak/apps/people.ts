import { ADMINISTRATOR, NOON, PASSWORD } from '#server/testing/test-app.ts'
import type { Dice } from '../frame/dice.ts'
import { CircleOfPeople } from '../installation/circle-of-people.ts'
import type { Fact } from '../installation/circle-of-people.ts'
import { ensureWhole } from './ensure-whole.ts'
import type { App, World } from './test-server.ts'

/** The people of a world, who do everything through any of these apps: each request goes to one that the dice choose. */
export async function peopleOf(
  world: Pick<World, 'people'>,
  apps: readonly App[],
  dice: Dice,
): Promise<CircleOfPeople> {
  const circle = new CircleOfPeople(NOON, {
    ask: async (_url, call, { token, body, key } = {}) => {
      const [method, path] = call.split(' ') as ['GET', string]
      const answer = await dice.pick(apps).app.inject({
        method,
        url: `/api${path}`,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      })
      const isJson = String(answer.headers['content-type']).includes('application/json')
      return { status: answer.statusCode, body: isJson ? answer.json() : answer.body }
    },
  })
  circle.administrator.passwords = [ADMINISTRATOR.password]
  for (const { id, token } of world.people) {
    const { body } = await apps[0]!.call('GET /users/profile', token)
    circle.members.push({ id, email: body.email as string, passwords: [PASSWORD], token })
  }
  return circle
}

/**
 * Throws where an acknowledged effect is not there, an answer was none, or anything is not whole. Where clocks jumped, what
 * is kept for a day may be gone at any time.
 */
export async function ensureKept(circle: CircleOfPeople, app: App, { clocksJumped = false } = {}): Promise<void> {
  const wrong = circle.faults.splice(0)
  const isDue = ({ until }: Fact) => until === undefined || (!clocksJumped && circle.now < until)
  for (const { about, sql, values } of circle.facts.filter(isDue)) {
    const { rows } = await app.database.pool.query<{ exists: boolean }>(sql, [...values])
    if (!rows[0]!.exists) wrong.push(`lost: ${about} ${JSON.stringify(values)}`)
  }
  circle.facts = []
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await ensureWhole(app)
}
