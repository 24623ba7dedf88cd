import { canonicalJson } from '#circle/ledger/entry.ts'
import type { BeginningRow } from './beginning.ts'

type OfDraw = { readonly circleId: string; readonly drawId: string }

/** The text whose SHA-256 commits the administration to its secret. */
export function secretText({ circleId, drawId }: OfDraw, secret: string): string {
  return `ciranda draw secret v1\n${canonicalJson({ circle_id: circleId, draw_id: drawId, secret })}`
}

/** The text whose SHA-256 commits a member to their number: it names them, so that nobody can repeat another's. */
export function numberText({ circleId, drawId }: OfDraw, memberId: string, number: string): string {
  return `ciranda draw number v1\n${canonicalJson({ circle_id: circleId, draw_id: drawId, member_id: memberId, number })}`
}

/** The text whose SHA-256 a member signs: their own row and its turn, and nobody else's. */
export function beginningText(circleId: string, turn: number, row: BeginningRow): string {
  const { memberId: member_id, givenCents: given_cents, receivedCents: received_cents } = row
  return `ciranda beginning v1\n${canonicalJson({ circle_id: circleId, member_id, turn, given_cents, received_cents })}`
}
