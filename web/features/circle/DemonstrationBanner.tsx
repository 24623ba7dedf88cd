import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'

/**
 * The warning on every page of a demonstration. It is shown until the circle is known to be real, so that a failed
 * reading never passes for real money.
 */
export function DemonstrationBanner() {
  const { data } = useQuery(circleQuery)
  if (data?.mode === 'real') return null
  return (
    <div className="demonstration" role="note">
      Demonstração — valores fictícios, não pague
    </div>
  )
}
