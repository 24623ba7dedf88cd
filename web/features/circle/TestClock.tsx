import { useQuery } from '@tanstack/react-query'
import { TEST_CLOCK } from '#web/text/warnings.ts'
import { circleQuery } from './api.ts'

/** The word on every page of a circle whose time was ever set by hand: its ledger says so for ever, and so does this. */
export function TestClock() {
  const { data } = useQuery(circleQuery)
  if (!data?.test_clock) return null
  return (
    <p className="test-clock">
      <b>{TEST_CLOCK.name}</b>
      <span>{TEST_CLOCK.text}</span>
    </p>
  )
}
