import { termsHashText } from '#circle/terms.ts'
import { termsToldBy } from '#contracts/told-plans.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import type { CircleInfo } from '#contracts/entities/circle.ts'
import { hashText } from '#web/api/hash-text.ts'

type Shown = Pick<CircleInfo, 'id' | 'plan' | 'operator'> & Partial<Pick<CircleInfo, 'administrators' | 'rotation'>>

/** The terms as this page shows them: the circle's plan, operator and founders, and the words that came with the page. */
export function shownTerms({ id, plan, operator, administrators, rotation = 1 }: Shown) {
  const named = { ...(administrators ? { administrators } : {}), ...(rotation > 1 ? { rotation } : {}) }
  return { circle_id: id, plan, operator, text: [...termsTextOf(plan)], ...named }
}

/** The version of a document of terms, whoever says what it is. */
export function versionOf(terms: Parameters<typeof termsToldBy>[0]): string {
  return hashText(termsHashText(termsToldBy(terms)))
}

/**
 * Whether the version that the server announces is that of the terms that this page shows. Otherwise the page is older
 * than the server, or somebody changed plan or operator without its being announced: nothing may be accepted.
 */
export function areAnnounced(circle: Shown & Pick<CircleInfo, 'terms_version'>): boolean {
  return versionOf(shownTerms(circle)) === circle.terms_version
}

/**
 * Whether a version that was kept is still what was accepted. One from before the terms had a hash, or that a
 * demonstration carried over, cannot be told.
 */
export function isIntact({
  terms_version,
  shown: { circle_id, plan, operator, text, administrators, rotation },
}: NonNullable<AnswerOf<'GET /me/terms/accepted'>>): boolean {
  if (circle_id === undefined || !plan || operator === undefined || !text) return true
  return versionOf({ circle_id, plan, operator, text, administrators, rotation }) === terms_version
}

/** Said instead of a button to accept, where what is shown is not what is announced. */
export const NOT_ANNOUNCED =
  'Os termos mostrados aqui não são os que o livro do círculo anotou. Atualize a página; se continuar assim, não aceite e avise os outros participantes.'
