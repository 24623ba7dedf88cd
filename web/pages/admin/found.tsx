import { FoundRoda } from '#web/features/plans/founding/FoundRoda.tsx'
import { Acting } from '#web/features/session/Acting.tsx'

export default function FoundPage() {
  return (
    <Acting>
      <div style={{ maxWidth: 560 }}>
        <FoundRoda />
      </div>
    </Acting>
  )
}
