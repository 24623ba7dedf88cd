import { moneyText } from '#contracts/money-text.ts'
import { formatDocument } from '#contracts/payment/documents.ts'
import { fillTerms, termsTextOf } from '#contracts/terms-text.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { countText } from '#web/text/numbers.ts'
import { deductionsText } from './terms-text.ts'

/** As much of a version of the terms as is known: acceptances from before the terms had a hash kept the plan alone. */
export type KnownTerms = NonNullable<AnswerOf<'GET /me/terms/accepted'>>['shown']

/** One thing that differs between two versions of the terms; null where it is not there, or was not kept. */
export type TermsChange = { readonly what: string; readonly before: string | null; readonly after: string | null }

/** The differences of two versions, in the order of the terms: the operator, the plan, the words. */
export function termsChanges(before: KnownTerms, after: KnownTerms): TermsChange[] {
  const [old, now] = [factsOf(before), factsOf(after)]
  const names = [...new Set([...now.keys(), ...old.keys()])]
  return names
    .map((what) => ({ what, before: old.get(what) ?? null, after: now.get(what) ?? null }))
    .filter((change) => change.before !== change.after)
}

function factsOf({ plan, operator, text, administrators, rotation }: KnownTerms): Map<string, string> {
  const facts = new Map<string, string>()
  if (operator) {
    facts.set('Quem opera', `${operator.name} (${formatDocument(operator.document)})`)
    facts.set('Contato de quem opera', operator.contact)
    facts.set('Proteção de dados', operator.dataProtectionContact)
  } else if (operator === null) facts.set('Quem opera', 'Ninguém: é uma demonstração')
  // Of the first one the terms say nothing.
  if (rotation !== undefined) facts.set('Volta', `${rotation}ª, com as mesmas pessoas`)
  else if (text) facts.set('Volta', '1ª')
  if (administrators)
    facts.set(
      'Quem fundou e administra',
      administrators.map(({ name, takesPart }) => (takesPart ? `${name} (também participa)` : name)).join(', '),
    )
  if (plan) {
    facts.set('Plano', `${plan.name}, versão ${plan.version}`)
    facts.set('Contribuição mensal', moneyText(plan.monthly_contribution))
    facts.set('Prazo de cada doação', countText(plan.deadline_days, 'dia', 'dias'))
    for (const level of plan.levels) {
      const named = (what: string) => (plan.levels.length > 1 ? `Nível ${level.level}: ${what}` : capital(what))
      facts.set(named('cada doação'), moneyText(level.donation))
      facts.set(named('recebe'), `${countText(level.required, 'doação', 'doações')}, ${moneyText(level.pays)}`)
      facts.set(named('ao completar'), deductionsText(plan, level))
    }
  }
  for (const { key, text: words } of text ?? []) facts.set(paragraphName(key), readable(words))
  return facts
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const termsKeys = termsTextOf({ levels: [] })

/** A paragraph is named by where it stands in the document of today, else by its key. */
function paragraphName(key: string): string {
  const index = termsKeys.findIndex((paragraph) => paragraph.key === key)
  return index < 0 ? `Texto: ${key}` : `Texto, parágrafo ${index + 1}`
}

/** The plan's numbers are compared by themselves: in the words they are only marked. */
function readable(words: string): string {
  const names = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, '…'])
  return fillTerms(words, Object.fromEntries(names) as Record<string, string>)
}
