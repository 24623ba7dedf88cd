import type { QueueEntry } from './api.ts'

type Props = {
  readonly entries: readonly QueueEntry[]
  /** Called with a free position; without it, or on a taken one, a slot only shows. */
  readonly onPick?: (position: number) => void
}

const words = { available: 'livre', occupied: 'ocupada', receiver: 'receptor' }

/** The hundred places of a queue, ten by ten. Arrow keys move, as in a grid of a hundred one does not want to press Tab a hundred times. */
export function SlotGrid({ entries, onPick }: Props) {
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]))
  const move = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 10, ArrowUp: -10 }[event.key]
    if (!step) return
    event.preventDefault()
    const slots = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button')]
    const at = slots.indexOf(document.activeElement as HTMLButtonElement)
    slots[at + step]?.focus()
  }
  return (
    <div className="slot-grid" role="group" aria-label="Posições da fila" onKeyDown={move}>
      {Array.from({ length: 100 }, (_, index) => {
        const position = index + 1
        const entry = byPosition.get(position)
        const state = !entry ? 'available' : entry.is_receiver ? 'receiver' : 'occupied'
        const name = entry ? `${entry.user.firstName} ${entry.user.lastName}` : ''
        return (
          <button
            key={position}
            type="button"
            className="slot"
            data-state={state}
            tabIndex={position === 1 ? 0 : -1}
            aria-disabled={entry !== undefined || !onPick}
            aria-label={`Posição ${position}, ${words[state]}${name && `, ${name}`}`}
            title={name}
            onClick={() => !entry && onPick?.(position)}
          >
            {position}
          </button>
        )
      })}
    </div>
  )
}
