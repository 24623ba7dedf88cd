import { toldPlan } from '#contracts/plans.ts'
import type { Services } from '#server/context.ts'
import { termsVersion } from '#server/circle-store/find-circle.ts'
import { hasTestClock } from '#server/circle-store/test-clock.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { privacyContact } from './privacy-contact.ts'

/** The public view of a circle before joining it: its mode, its operator, and its plan in reais. */
export async function circleView({ config, db }: Pick<Services, 'config' | 'db'>, circle: CircleRow) {
  const { plan } = circle
  return {
    id: circle.id,
    name: circle.name,
    mode: circle.mode,
    operator: circle.operator,
    administrators: circle.administrators && [...circle.administrators],
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
