import './stopping.css'
import { Text } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { stoppingGain, stoppingGains } from './roda-outcome.ts'

/** How much could be kept by stopping after one's turn: in a sentence, and by turns once opened. Nothing for plans of levels. */
export function StoppingGains({ outcome }: { outcome: PlanOutcome }) {
  const gains = stoppingGains(outcome)
  if (!gains) return null
  return (
    <div className="stopping-gains">
      <Text inherit>{stoppingGain(outcome)}</Text>
      <details>
        <summary>Ver vez por vez</summary>
        <ol>
          {gains.map((gain, index) => (
            <li key={index}>{moneyText(gain)}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}
