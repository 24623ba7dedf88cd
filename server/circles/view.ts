import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { toldPlan } from '#contracts/told-plans.ts'
import type { Services } from '#server/context.ts'
import { termsVersion } from '#server/circle-store/find-circle.ts'
import { hasTestClock } from '#server/circle-store/test-clock.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { privacyContact } from './privacy-contact.ts'

/**
 * How many real circles the same people run, and how much more than the last one this one asks of people. It is told to
 * everybody: those who run off with the money of many begin small.
 */
async function organisingOf(db: Services['db'], { mode, plan, createdAt }: CircleRow) {
  if (mode !== 'real') return { organised: 0, times_former: null }
  const isReal = eq(circles.mode, 'real')
  const goOn = and(isReal, isNull(circles.closedAt), isNull(circles.endedAt))
  const [organised, [former]] = await Promise.all([
    db.$count(circles, goOn),
    db
      .select({ plan: circles.plan })
      .from(circles)
      .where(and(isReal, lt(circles.createdAt, createdAt)))
      .orderBy(desc(circles.createdAt))
      .limit(1),
  ])
  const pays = (of: typeof plan) => toldPlan(of).levels[0]!.pays
  const times = former ? Math.floor(pays(plan) / pays(former.plan)) : 0
  return { organised, times_former: times >= 2 ? times : null }
}

/** The public view of a circle before joining it: its mode, its operator, and its plan in reais. */
export async function circleView({ config, db }: Pick<Services, 'config' | 'db'>, circle: CircleRow) {
  const { plan } = circle
  return {
    id: circle.id,
    name: circle.name,
    mode: circle.mode,
    operator: circle.operator,
    administrators: circle.administrators && [...circle.administrators],
    ...(await organisingOf(db, circle)),
    privacy_contact: privacyContact(config, circle.operator),
    terms_version: termsVersion(circle),
    capacity: 100,
    plan: toldPlan(plan),
    test_clock: config.clockAt !== null || (await hasTestClock(db, circle.id)),
    since: circle.createdAt.toISOString(),
    rotation: circle.rotation,
    closed_at: circle.closedAt?.toISOString() ?? null,
  }
}
