import type { Plan } from '#circle/plan.ts'
import { TERMS_SETTLE_MS } from '#circle/terms.ts'
import type { LedgerEntry } from './entry.ts'

/** Terms in force: their hash, the entry that says so, the plan that stands in them, and the rotation. */
export type TermsInForce = {
  readonly hash: string
  readonly seq: number
  readonly plan: Plan
  readonly rotation: number | undefined
}

/** Follows entry by entry which terms are in force, and who accepted them. */
export function openTerms() {
  const accepted = new Map<string, Set<string>>()
  let fromSeq: number | null = null
  let plan: Plan | null = null
  let inForce: { hash: string; seq: number } | null = null
  let rotation: number | undefined
  let isDemonstration = false
  let hasOrganiser = false
  let changedAt = -Infinity

  // A plan that changed without new terms was accepted by nobody.
  const hasAccepted = (memberId: string): boolean =>
    inForce !== null && accepted.get(memberId)?.has(inForce.hash) === true

  const accept = (memberId: string, hash: string, mayAccept: boolean) => {
    if (!mayAccept) return 'consent.not_own' as const
    accepted.set(memberId, (accepted.get(memberId) ?? new Set()).add(hash))
    return null
  }

  return {
    /** The first entry that says which terms are in force; null before it. */
    fromSeq: (): number | null => fromSeq,
    inForce: (): TermsInForce | null => (inForce && plan ? { ...inForce, plan, rotation } : null),
    hasAccepted,
    /** Whether there are terms that somebody in the circle has to accept, and has not. */
    lacks: (memberId: string): boolean => !isDemonstration && inForce !== null && !hasAccepted(memberId),
    /** Whether the terms have just changed at a moment (epoch ms), where who organises takes part. */
    areSettling: (now: number): boolean => hasOrganiser && now < changedAt + TERMS_SETTLE_MS,
    /** Takes the next entry; names an acceptance that is somebody else’s, which counts for nothing. */
    read({ seq, at, kind, payload, actor_id: actorId }: LedgerEntry): 'consent.not_own' | null {
      const { memberId, hash } = payload as { memberId: string; hash: string }
      switch (kind) {
        case 'circle.created':
          isDemonstration = payload['mode'] === 'demonstracao'
          plan = payload['plan'] as Plan
          return null
        case 'circle.plan_changed':
          plan = payload['plan'] as Plan
          inForce = null
          return null
        case 'rotation.begun':
          // Another rotation is another consent, also where nobody announces its terms, or others under the hash of the former.
          rotation = payload['rotation'] as number
          inForce = null
          accepted.clear()
          return null
        case 'administrator.participates':
          hasOrganiser = true
          return null
        case 'circle.terms_changed':
          fromSeq ??= seq
          inForce = { hash, seq }
          changedAt = Date.parse(at)
          return null
        case 'terms.accepted':
          return accept(memberId, hash, actorId === memberId)
        case 'terms.carried':
          return accept(memberId, hash, isDemonstration)
        default:
          return null
      }
    },
  }
}
