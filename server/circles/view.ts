import { toldPlan } from '#contracts/plans.ts'
import type { Services } from '#server/context.ts'
import { termsVersion } from '#server/circle-store/find-circle.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { privacyContact } from './privacy-contact.ts'

/** The public view of a circle before joining it: its mode, its operator, and its plan in reais. */
export function circleView({ config }: Pick<Services, 'config'>, circle: CircleRow) {
  const { plan } = circle
  return {
    id: circle.id,
    name: circle.name,
    mode: circle.mode,
    operator: circle.operator,
    privacy_contact: privacyContact(config, circle.operator),
    terms_version: termsVersion(circle),
    capacity: 100,
    plan: toldPlan(plan),
  }
}
