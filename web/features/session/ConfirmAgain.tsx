import { lazy, Suspense, useEffect, useState } from 'react'
import { offerConfirmation } from '#web/api/confirm-again.ts'

const ConfirmDialog = lazy(() => import('./ConfirmDialog.tsx'))

/** Waits until a call needs the person to show that they are there, and then asks them over the page they are on. */
export function ConfirmAgain() {
  const [answer, setAnswer] = useState<((isThere: boolean) => void) | null>(null)
  useEffect(
    () =>
      offerConfirmation(
        () =>
          new Promise((resolve) => {
            setAnswer(() => resolve)
          }),
      ),
    [],
  )
  if (!answer) return null
  const finish = (isThere: boolean) => {
    setAnswer(null)
    answer(isThere)
  }
  return (
    <Suspense>
      <ConfirmDialog onDone={finish} />
    </Suspense>
  )
}
