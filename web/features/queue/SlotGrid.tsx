import './queue.css'
import { useRef, useState } from 'react'
import { QUEUE_CAPACITY } from '#contracts/limits.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import type { QueueEntry } from './api.ts'
import { GRID_COLUMNS, positionAfter } from './grid-keys.ts'
import { say } from '#web/text/say.ts'
import { nameOf, positionText } from './queue-list.ts'
import { Slot } from './Slot.tsx'
import type { SlotState } from './Slot.tsx'

type Props = {
  readonly entries: readonly QueueEntry[]
  /** Which places can be chosen here; the others say so, and a click on them is told all the same. */
  readonly choosable: 'available' | 'taken' | 'all'
  readonly onChoose: (position: number) => void
  /** Ids of the entries that are chosen; without it, places are no switches. */
  readonly chosen?: ReadonlySet<string>
  /** Ids of the entries a search points at. */
  readonly found?: ReadonlySet<string>
}

const rows = Array.from({ length: QUEUE_CAPACITY / GRID_COLUMNS }, (_, row) =>
  Array.from({ length: GRID_COLUMNS }, (__, column) => row * GRID_COLUMNS + column + 1),
)

/**
 * The hundred places of a queue, ten by ten. Tab enters the grid and the arrow keys move in it; the line below names
 * the place under the pointer or the focus.
 */
export function SlotGrid({ entries, choosable, onChoose, chosen, found }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const byPosition = new Map(entries.map((entry) => [entry.position, entry]))
  const stateAt = (position: number): SlotState => {
    const entry = byPosition.get(position)
    return !entry ? 'available' : entry.is_receiver ? 'receiver' : 'occupied'
  }
  const isOpen = (position: number) =>
    choosable === 'all' || (choosable === 'available') === (stateAt(position) === 'available')
  // A roda is shown with a free place to spare, and not with the ninety that it never takes.
  const last = Math.max(0, ...byPosition.keys())
  const rowsShown = useIsRoda() ? Math.floor(last / GRID_COLUMNS) + 1 : rows.length
  const [focused, setFocused] = useState(() => rows.flat().find(isOpen) ?? 1)
  const [pointed, setPointed] = useState<number | null>(null)

  const move = (event: React.KeyboardEvent) => {
    const target = positionAfter(focused, event.key, event.ctrlKey)
    if (target === null) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-position="${target}"]`)?.focus()
  }
  return (
    <div>
      <div
        ref={grid}
        className="slots"
        role="grid"
        tabIndex={-1}
        aria-label={say('Posições da fila')}
        onKeyDown={move}
        onFocus={(event) => tell(event.target, setFocused, setPointed)}
        onPointerOver={(event) => tell(event.target, setPointed)}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => tell(event.target, onChoose)}
      >
        {rows.slice(0, rowsShown).map((positions) => (
          <div key={positions[0]} role="row" className="slots-row">
            {positions.map((position) => {
              const entry = byPosition.get(position)
              return (
                <div key={position} role="gridcell">
                  <Slot
                    position={position}
                    state={stateAt(position)}
                    name={entry ? nameOf(entry.user) : ''}
                    isOpen={isOpen(position)}
                    isFocusable={position === focused}
                    isFound={entry !== undefined && (found?.has(entry.id) ?? false)}
                    {...(chosen ? { isChosen: entry !== undefined && chosen.has(entry.id) } : {})}
                  />
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <SlotHint position={pointed} entry={pointed === null ? undefined : byPosition.get(pointed)} />
      <Legend />
    </div>
  )
}

/** Calls back with the position of the slot an event came from, if it came from one. */
function tell(target: EventTarget, ...listeners: readonly ((position: number) => void)[]): void {
  const slot = target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
  if (slot) for (const listener of listeners) listener(Number(slot.dataset['position']))
}

function SlotHint({ position, entry }: { position: number | null; entry: QueueEntry | undefined }) {
  const role = entry?.is_receiver ? say(' · receptor ativo') : ''
  const text =
    position === null
      ? say('Aponte ou use as setas para ver de quem é cada posição.')
      : `${positionText(position)} · ${entry ? `${nameOf(entry.user)}${role}` : 'livre'}`
  return (
    <p className="slots-hint" aria-hidden="true">
      {text}
    </p>
  )
}

function Legend() {
  return (
    <ul className="slots-legend" aria-label="Legenda">
      <li data-state="available">Disponível</li>
      <li data-state="occupied">{say('Ocupada')}</li>
      <li data-state="receiver">{say('Receptor ativo')}</li>
    </ul>
  )
}
