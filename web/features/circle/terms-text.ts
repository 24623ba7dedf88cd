import type { AnswerOf } from '#contracts/contract.ts'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { say } from '#web/text/say.ts'
import { termsParagraph } from '#contracts/terms-text.ts'

type Level = AnswerOf<'GET /circle'>['plan']['levels'][number]
type Owed = Pick<Level['owed'][number], 'type' | 'amount' | 'count' | 'target'>

/**
 * The deductions on completing a level and where each goes, in one or two sentences, from the plan's own numbers:
 * 'Ao completar, R$ 3.200,00 vão para a conta administrativa (2 × R$ 1.600,00, ADM N3) e …'.
 */
export function deductionsText(
  plan: { readonly levels: readonly unknown[] },
  { owed, owed_total, pays }: { owed: readonly Owed[]; owed_total: number; pays: number },
) {
  if (owed.length === 0) return termsParagraph(plan, 'levelOwesNothing')
  const byTarget = Map.groupBy(owed, ({ target }) => target)
  // The administrative account first, as the specification's terms have it.
  const targets = [...byTarget.keys()].toSorted(
    (a, b) => Number(b === 'administration') - Number(a === 'administration'),
  )
  const parts = targets.map((target, index) => partText(target, byTarget.get(target)!, index === 0))
  return termsParagraph(plan, 'levelOwes', {
    parts: listText(parts),
    total: moneyText(owed_total),
    rest: moneyText(pays - owed_total),
  })
}

function partText(target: Owed['target'], items: readonly Owed[], isFirst: boolean): string {
  const sum = items.reduce((total, { amount, count }) => total + amount * count, 0)
  const each = items.map(
    ({ amount, count, type }) => `${count > 1 ? `${count} × ` : ''}${moneyText(amount)}, ${donationTypeLabel(type)}`,
  )
  const reinforces = items.some(({ type }) => type === 'REINFORCEMENT_N3') ? ' de reforço' : ''
  const to = target === 'administration' ? say('para a conta administrativa') : say`para a fila N${target}`
  return `${moneyText(sum)}${reinforces} ${isFirst ? 'vão ' : ''}${to} (${each.join('; ')})`
}

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`
}
