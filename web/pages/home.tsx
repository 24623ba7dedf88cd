import { Suspense } from 'react'
import { prefetch } from '#web/api/query.ts'
import { CircleAwaited } from '#web/features/circle/CircleAwaited.tsx'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { queries } from './home.queries.ts'
import { RodaHome } from './parts/RodaHome.tsx'

prefetch(queries)

/** Fetched where it is read: with all that it shows it would stand before the page of a roda. */
const LevelsHome = lazyPart(async () => ({ default: (await import('./parts/LevelsHome.tsx')).LevelsHome }))

export default function HomePage() {
  const isRoda = useIsRoda()
  if (isRoda === undefined) return <CircleAwaited />
  if (isRoda) return <RodaHome />
  return (
    <Suspense fallback={<LoadingRows rows={2} />}>
      <LevelsHome />
    </Suspense>
  )
}
