import { DAY_MS } from '#circle/period.ts'
import { generatePull } from '#server/pull/generate-pull.ts'
import { expireDonations } from '#server/donations/expire.ts'
import { movableClock } from '#server/lib/clock.ts'
import type { Config } from '#server/lib/config.ts'
import type { Services } from '#server/context.ts'
import { acceptUpgrade } from '#server/levels/accept-upgrade.ts'
import { approveMember } from '#server/members/approve.ts'
import { addToQueue } from '#server/queue/arrange.ts'
import type { Login, Seed } from './installation.ts'
import { people, registrationOf } from './people.ts'
import { beginStory } from './story.ts'

/**
 * The password of the demonstration's fictitious people. It is printed at the start, and used only where no other
 * machine can reach the server.
 */
export const DEMONSTRATION_PASSWORD = 'roda-de-ciranda'

const STORY_MS = 75 * DAY_MS

/**
 * A demonstration circle with people in every state of the flow, filled through the verbs over the ten weeks before now.
 * Undefined where other machines can reach the server, since everybody knows the passwords.
 */
export function demonstrationFor({ host }: Pick<Config, 'host'>): Seed | undefined {
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return isLocal ? { beginsMsAgo: STORY_MS, populate: populateDemonstration } : undefined
}

async function populateDemonstration(services: Services, administratorId: string): Promise<readonly Login[]> {
  const now = services.clock.now()
  const clock = movableClock(now - STORY_MS)
  const story = await beginStory({ ...services, clock }, administratorId, DEMONSTRATION_PASSWORD)

  const ids: string[] = []
  for (const person of people) {
    ids.push(await story.joins(person))
    clock.advance(20 * 60_000)
  }
  const approved = ids.slice(0, -2)
  const placed = approved.slice(0, -2)
  for (const id of approved) await approveMember(story.administrator, { userId: id })
  for (const [index, userId] of placed.entries())
    await addToQueue(story.administrator, { userId, level: 1, position: index + 1, isReceiver: false })

  // The first month: everybody gives. Three people receive all they need, and two of them go on to the second level.
  clock.moveTo(now - 70 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.advance(2 * DAY_MS)
  await story.everybodyPays()
  await acceptUpgrade(await story.as(ids[0]!), { fromLevel: 1, toLevel: 2 })
  await acceptUpgrade(await story.as(ids[1]!), { fromLevel: 1, toLevel: 2 })
  await story.everybodyPays()

  // The second month: one contribution is never paid and expires.
  clock.moveTo(now - 35 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.advance(3 * DAY_MS)
  await story.everybodyPays({ except: [ids[7]!] })
  clock.moveTo(now - 4 * DAY_MS)
  await expireDonations({ ...services, clock }, story.administrator.actor.circleId)

  // This month: some have paid, some have sent a receipt, and one donation is reported as not received.
  clock.moveTo(now - 3 * DAY_MS)
  await generatePull(story.administrator, {})
  clock.moveTo(now - 2 * DAY_MS)
  await story.someStates()
  const { donor, receiver } = await story.busyPeople()
  const login = (who: string, id: string) => ({
    who,
    email: registrationOf(people[ids.indexOf(id)]!).email,
    password: DEMONSTRATION_PASSWORD,
  })
  return [
    login('quem tem uma doação a fazer', donor),
    login('quem tem um comprovante a conferir', receiver),
    login('quem espera aprovação', ids.at(-1)!),
  ]
}
