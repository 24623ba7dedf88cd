import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { offerConfirmation } from '#web/api/confirm-again.ts'

type Answer = (isThere: boolean) => void
type Asked = { readonly Dialog: ComponentType<{ onDone: Answer }>; readonly answer: Answer }

/** Waits until a call needs the person to show that they are there, and then asks them over the page they are on. */
export function ConfirmAgain() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      offerConfirmation(async () => {
        // Where it cannot be fetched, the call is refused and may be tried again: the page and what was typed stay.
        const { default: Dialog } = await import('./ConfirmDialog.tsx')
        return new Promise((resolve) => setAsked({ Dialog, answer: resolve }))
      }),
    [],
  )
  if (!asked) return null
  const { Dialog, answer } = asked
  const finish = (isThere: boolean) => {
    setAsked(null)
    answer(isThere)
  }
  return <Dialog onDone={finish} />
}
