import { memo } from 'react'
import { say } from '#web/text/say.ts'

export type SlotState = 'available' | 'occupied' | 'receiver'

const words: Readonly<Record<SlotState, string>> = {
  available: 'livre',
  occupied: 'ocupada',
  receiver: 'receptor ativo',
}

type SlotProps = {
  readonly position: number
  readonly state: SlotState
  readonly name: string
  readonly isOpen: boolean
  readonly isFocusable: boolean
  readonly isFound: boolean
  readonly isChosen?: boolean
}

// Memoised, so that a step among a hundred draws two of them.
export const Slot = memo(function Slot({ position, state, name, isOpen, isFocusable, isFound, isChosen }: SlotProps) {
  return (
    <button
      type="button"
      className="slot-place"
      data-position={position}
      data-state={state}
      data-found={isFound || undefined}
      data-autofocus={isFocusable || undefined}
      tabIndex={isFocusable ? 0 : -1}
      aria-disabled={!isOpen}
      aria-pressed={isChosen}
      aria-label={`${say('Posição')} ${position}, ${say(words[state])}${name && `, ${name}`}`}
    >
      {position}
    </button>
  )
})
