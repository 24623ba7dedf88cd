import { FoundRoda } from '#web/features/plans/founding/FoundRoda.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function FoundPage() {
  return (
    <Acting>
      <div style={{ maxWidth: 560 }}>
        <FirstLook>
          <FoundRoda />
        </FirstLook>
      </div>
    </Acting>
  )
}
