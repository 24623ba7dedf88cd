import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'

/** The word on every page of a circle whose time was ever set by hand: its ledger says so for ever, and so does this. */
export function TestClock() {
  const { data } = useQuery(circleQuery)
  if (!data?.test_clock) return null
  return (
    <p className="test-clock">
      <b>Relógio de teste</b>
      <span>As datas deste círculo foram postas à mão, e não são as do mundo.</span>
    </p>
  )
}
