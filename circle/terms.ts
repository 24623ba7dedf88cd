import { canonicalJson } from '#circle/ledger/entry.ts'
import { DAY_MS } from './period.ts'
import type { Plan } from './plan.ts'

/** So long nobody is passed over for new terms: who does not look at once loses no turn by it. */
export const TERMS_SETTLE_MS = 3 * DAY_MS

/** The person or company that answers for a circle, as its terms name them. */
export type TermsOperator = {
  readonly name: string
  readonly document: string
  readonly contact: string
  readonly dataProtectionContact: string
}

/**
 * Somebody who administered a real circle when it was founded, or who administers it and takes part as well: their id, as
 * its ledger names it, and their name.
 */
export type TermsAdministrator = { readonly id: string; readonly name: string; readonly takesPart?: true | undefined }

/** A paragraph of the terms as it is written, before the plan's numbers stand in it. Its key is the same in every version. */
export type TermsParagraph = { readonly key: string; readonly text: string }

/** Everything that a person accepts: in which circle, by which numbers, run by whom, under which words, and who administers it. */
export type TermsDocument = {
  readonly circleId: string
  readonly plan: Plan
  readonly operator: TermsOperator | null
  readonly text: readonly TermsParagraph[]
  /**
   * The circle's first administrators, and who takes part; absent in a demonstration, and where a circle is from before they
   * were named.
   */
  readonly administrators?: readonly TermsAdministrator[] | undefined
  /** Which rotation it is for, from the second on: each is consented to anew (circle/rotation.ts). */
  readonly rotation?: number | undefined
}

/**
 * The text whose SHA-256, in hex, is the version of a circle's terms (`terms_version`). Server, browser and verifier
 * compute it from the same facts, so that nobody can be held to other terms than those that they were shown.
 */
export function termsHashText({ circleId, ...terms }: TermsDocument): string {
  const { plan, operator, text, administrators, rotation } = terms
  return `ciranda terms v1\n${canonicalJson({ circle_id: circleId, plan, operator, text, administrators, rotation })}`
}

/** The text whose SHA-256, in hex, stands in the ledger for a circle's name. */
export function nameHashText(circleId: string, name: string): string {
  return `ciranda name v1\n${canonicalJson({ circle_id: circleId, name })}`
}
