import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'

/** On every page of a demonstration. Shown until the circle says that it is real: silence must never pass for real money. */
export function DemonstrationBanner() {
  const { data } = useQuery(circleQuery)
  if (data?.mode === 'real') return null
  return (
    <div className="demonstration" role="note">
      Demonstração — valores fictícios, não pague
    </div>
  )
}
