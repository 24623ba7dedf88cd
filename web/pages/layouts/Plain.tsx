import { Outlet } from '@tanstack/react-router'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { TestClock } from '#web/features/circle/TestClock.tsx'

/**
 * Around pages of plain elements: the login is most people's first download, and comes without the component library.
 */
export function Plain() {
  return (
    <>
      <DemonstrationBanner />
      <div className="plain-page">
        <TestClock />
      </div>
      <Outlet />
    </>
  )
}
