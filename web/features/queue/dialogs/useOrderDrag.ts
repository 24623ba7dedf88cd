import { useRef, useState } from 'react'
import { dropIndex } from '../order.ts'

/** A line of a list held by its handle, by pointer or by keys, and where it would stand; `onDrop` when it is let go elsewhere. */
export function useOrderDrag(count: number, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const drop = () => {
    if (drag && drag.from !== drag.to) onDrop(drag.from, drag.to)
    setDrag(null)
  }
  const follow = (event: React.PointerEvent) => {
    if (!drag || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
      .map((row) => row.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top)
    setDrag({ ...drag, to: dropIndex(rows, event.clientY) })
  }
  const press = (event: React.KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const from = drag?.from ?? index
    const to = drag?.to ?? index
    if (step !== 0) setDrag({ from, to: Math.min(count - 1, Math.max(0, to + step)) })
    else if (event.key === 'Enter' && drag) drop()
    else if (event.key === 'Escape' && drag) setDrag(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlersOf = (index: number) => ({
    onPointerDown: (event: React.PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from: index, to: index })
    },
    onPointerMove: follow,
    onPointerUp: drop,
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event: React.KeyboardEvent) => press(event, index),
  })
  return { list, drag, handlersOf }
}
