import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#web/ui/lazyPart.tsx'

const loadDialog = () => import('./FindDialog.tsx')
const FindDialog = lazyPart(loadDialog)
/** After the page itself has come. */
const LOADS_AFTER_MS = 1_500

type Props = {
  readonly pages: readonly { readonly to: string; readonly label: string }[]
  readonly onGo: () => void
}

/** The console's search, from every screen: its button, '/' where nothing is being typed, or Ctrl+K anywhere. */
export function Find({ pages, onGo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  // Somebody who presses '/' goes on typing at once: the dialog is there before, or the first letters would be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadDialog().catch(() => undefined), LOADS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const open = () => {
    // Not over a dialog: what is being decided there stays before the eyes.
    if (document.querySelector('[role=dialog]')) return
    cameFrom.current = document.activeElement
    setOpen(true)
  }
  useHotkeys([['/', open]])
  useHotkeys([['mod+K', open]], [])
  const close = () => {
    setOpen(false)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  return (
    <>
      <Button
        variant="default"
        mih={44}
        mb="xs"
        px={12}
        fw={400}
        fz="md"
        justify="space-between"
        aria-keyshortcuts="/ Control+K"
        rightSection={
          <kbd className="find-key" aria-hidden="true">
            /
          </kbd>
        }
        onClick={open}
      >
        Procurar
      </Button>
      <Suspense fallback={null}>{isOpen && <FindDialog pages={pages} onClose={close} onGo={onGo} />}</Suspense>
    </>
  )
}
