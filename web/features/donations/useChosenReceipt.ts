import { useCallback, useEffect, useRef, useState } from 'react'
import { isFault, readyReceipt } from '#web/ui/pictures/receipt.ts'
import type { PictureFault, ReadyReceipt } from '#web/ui/pictures/receipt.ts'

export type Chosen = ReadyReceipt & { readonly preview: string }

/** The file of a payment made ready to be sent: one that is chosen here, or `shared` from another app. */
export function useChosenReceipt(shared: File | undefined) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [fault, setFault] = useState<PictureFault | null>(null)
  const [isReading, setReading] = useState(shared !== undefined)
  const latest = useRef(0)

  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen.preview)
    },
    [chosen],
  )

  const show = useCallback((ready: ReadyReceipt | PictureFault) => {
    setReading(false)
    if (isFault(ready)) setFault(ready)
    else setChosen({ ...ready, preview: URL.createObjectURL(ready.file) })
  }, [])
  const choose = async (file: File | null) => {
    if (!file) return
    setFault(null)
    setReading(true)
    latest.current += 1
    const turn = latest.current
    const ready = await readyReceipt(file)
    // Another file may have been chosen while this one was being read.
    if (turn === latest.current) show(ready)
  }
  useEffect(() => {
    if (!shared) return undefined
    const turn = latest.current
    let isGone = false
    const take = async () => {
      const ready = await readyReceipt(shared)
      if (!isGone && turn === latest.current) show(ready)
    }
    void take()
    return () => {
      isGone = true
    }
  }, [shared, show])
  // Another one may have been chosen while the first was on its way.
  const forget = (sent: Chosen) => setChosen((now) => (now === sent ? null : now))
  return { chosen, fault, isReading, choose, forget }
}
