import { centsText } from '#contracts/money-text.ts'
import { countText } from '#web/text/numbers.ts'
import { say } from '#web/text/say.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'

export type Shown = {
  readonly mode: string | null
  /** The plan and its version: 'Plano termos, versão 1'. */
  readonly planName: string | null
  readonly levels: readonly string[]
  readonly outcome: PlanOutcome | null
}

/**
 * Describes what was shown when somebody accepted the terms. Old snapshots have old shapes, so each part is checked
 * before it is read.
 */
export function describeConsent(shown: Readonly<Record<string, unknown>>): Shown {
  const mode =
    {
      demonstracao: 'Círculo de demonstração, com valores fictícios.',
      real: 'Círculo real, entre pessoas que se pagam.',
    }[String(shown['mode'])] ?? null
  const { levels, name, version } = objectOf(shown['plan'])
  const planName = typeof name === 'string' ? `Plano ${name}, versão ${String(version)}` : null
  return {
    mode,
    planName,
    levels: Array.isArray(levels) ? levels.flatMap(levelWords) : [],
    outcome: outcomeOf(shown['outcome']),
  }
}

function levelWords(level: unknown, index: number): string[] {
  const { donationCents, required, owed } = objectOf(level)
  if (typeof donationCents !== 'number' || typeof required !== 'number') return []
  const owedCents = Array.isArray(owed) ? owed.reduce((sum: number, item) => sum + owedBy(item), 0) : 0
  return [
    say`Nível ${index + 1}: contribui ${centsText(donationCents)}, recebe ${countText(required, 'doação', 'doações')} (${centsText(donationCents * required)})${owedCents > 0 ? `, e ao completar deve ${centsText(owedCents)}` : ''}.`,
  ]
}

function owedBy(item: unknown): number {
  const { amountCents, count } = objectOf(item)
  return typeof amountCents === 'number' && typeof count === 'number' ? amountCents * count : 0
}

function outcomeOf(value: unknown): PlanOutcome | null {
  const { points, members, plan } = objectOf(value)
  const isOutcome =
    Array.isArray(points) &&
    points.some((point) => objectOf(point)['missed'] === 0) &&
    typeof members === 'number' &&
    typeof objectOf(plan)['balanced'] === 'boolean'
  // The form was that of the contract when the server stored it.
  return isOutcome ? (value as PlanOutcome) : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
