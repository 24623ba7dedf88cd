import './outcome.css'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { countText } from '#web/text/numbers.ts'
import { balanceText, outcomeRowsOf, outcomeSentence, pointsWith, sharesOf, summaryPoint } from './outcome.ts'
import { endOf, pathToEnd, rodaSentence, standingsOf } from './roda-outcome.ts'
import type { Standing } from './roda-outcome.ts'
import { Listen } from '#web/ui/Listen.tsx'
import { Stopping } from './Stopping.tsx'
import { StoppingGains } from './StoppingGains.tsx'
import { say } from '#web/text/say.ts'

/** The outcome of a plan: a sentence, a small picture and the numbers behind them. */
export function Outcome({ outcome, label }: { outcome: PlanOutcome; label: string }) {
  const [missed, setMissed] = useState(0)
  const end = endOf(outcome)
  const points = pointsWith(outcome, missed).filter(({ months }) => end === null || months <= end)
  const path = pathToEnd(outcome, missed)
  const last = pointsWith(outcome, missed).at(-1)
  if (!last) return null
  return (
    <div className="outcome" role="group" aria-label={label}>
      <Text fw={600}>{rodaSentence(outcome, missed) ?? outcomeSentence(outcome, last)}</Text>
      <Group gap="xs" role="group" aria-label="Contribuições não pagas">
        {sharesOf(outcome).map((share) => (
          <Button
            key={share}
            size="xs"
            mih={44}
            variant={share === missed ? 'filled' : 'default'}
            aria-pressed={share === missed}
            onClick={() => setMissed(share)}
          >
            {share === 0 ? 'Todos pagam' : `${share}% não pagos`}
          </Button>
        ))}
      </Group>
      <Bars points={standingsOf(outcome, missed)} members={outcome.members} />
      {path && <Stopping path={path} key={path.missed} />}
      <StoppingGains outcome={outcome} />
      {points.length > 0 && <Numbers points={points} label={label} />}
      <Text size="xs" c="dimmed">
        Simulado com as regras do círculo: {outcome.members} pessoas com lugar desde o primeiro dia
        {last.completed.length > 1 && say(', todas aceitam subir de nível')}. Cada número é a mediana de{' '}
        {outcome.futures} futuros.
        {outcome.plan.balanced &&
          ' Num plano equilibrado, quem está à frente ainda vai doar, e quem sai antes da hora acerta a diferença.'}
      </Text>
    </div>
  )
}

/** The short form of an outcome: a sentence and a picture. It is shown wherever a screen says what a level pays. */
export function OutcomeSummary({ outcome }: { outcome: PlanOutcome }) {
  const point = summaryPoint(outcome)
  const roda = rodaSentence(outcome, 0)
  return (
    <div className="outcome">
      <Text size="sm">{roda ?? outcomeSentence(outcome, point)}</Text>
      {roda !== null && <Listen text={roda} />}
      <Bars points={endOf(outcome) === null ? [point] : standingsOf(outcome, 0)} members={outcome.members} />
    </div>
  )
}

const sides = [
  { side: 'behind', text: 'doaram mais do que receberam' },
  { side: 'even', text: 'em zero' },
  { side: 'ahead', text: 'receberam mais do que doaram' },
] as const

/** How many are behind, even and ahead at each point, drawn. */
export function Bars({ points, members }: { points: readonly Standing[]; members: number }) {
  return (
    <div>
      {points.map((point) => (
        <div key={point.months} className="outcome-row">
          <span>{countText(point.months, 'mês', 'meses')}</span>
          <div
            className="outcome-bar"
            role="img"
            aria-label={`Em ${countText(point.months, 'mês', 'meses')}, de ${members}: ${sides.map(({ side }) => balanceText(side, point[side])).join(', ')}.`}
          >
            {sides.map(
              ({ side }) => point[side] > 0 && <span key={side} data-side={side} style={{ flexGrow: point[side] }} />,
            )}
          </div>
        </div>
      ))}
      <ul className="outcome-legend" aria-hidden="true">
        {sides.map(({ side, text }) => (
          <li key={side} data-side={side}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Numbers({ points, label }: { points: ReturnType<typeof pointsWith>; label: string }) {
  return (
    <table className="outcome-numbers" {...as('table')} aria-label={`${label}, em números`}>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          <th {...as('columnheader')} scope="col">
            Depois de
          </th>
          {points.map(({ months }) => (
            <th key={months} {...as('columnheader')} scope="col">
              {countText(months, 'mês', 'meses')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {outcomeRowsOf(points[0]!.completed.length).map(([name, text]) => (
          <tr key={name} {...as('row')}>
            <th {...as('rowheader')} scope="row">
              {name}
            </th>
            {points.map((point) => (
              <td key={point.months} {...as('cell')}>
                {text(point)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Repeats the table roles, because some browsers drop them when CSS changes the display of a table. */
function as(role: string): { role: string } {
  return { role }
}
