import './stopping.css'
import { Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { OutcomePath } from '#contracts/simulation.ts'
import { halfOf, returnText, stoppingText } from './stopping.ts'

const sides = ['behind', 'even', 'ahead'] as const

/**
 * The risk of a plan in time: when everybody is back at zero, and, month by month, how many are behind and by how much
 * if the circle stops there. The month is chosen on a slider; each column of the picture is a month.
 */
export function Stopping({ path }: { path: OutcomePath }) {
  const months = path.behind.length
  const [chosen, setChosen] = useState(() => halfOf(path.zero_month ?? months))
  const id = useId()
  const month = Math.min(chosen, months)
  const text = stoppingText(path, month)
  return (
    <div className="stopping">
      <Text size="sm" fw={600}>
        {returnText(path)}
      </Text>
      <div className="stopping-months" aria-hidden="true">
        {path.behind.map((_, index) => (
          <span key={index} data-chosen={index + 1 === month || undefined}>
            {sides.map((side) => (
              <i key={side} data-side={side} style={{ flexGrow: path[side][index] }} />
            ))}
          </span>
        ))}
      </div>
      <label htmlFor={id}>Se a roda parar no fim do mês</label>
      <input
        id={id}
        type="range"
        min={1}
        max={months}
        value={month}
        aria-valuetext={text}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      {/* Read aloud with the slider, as its value. */}
      <p className="stopping-said" aria-hidden="true">
        {text}
      </p>
    </div>
  )
}
