import type { QueueEntry } from '../api.ts'
import { nameOf, positionText } from '../queue-list.ts'

/** The places a dialog is about, by name. A stop of the keyboard, since a long list scrolls. */
export function SelectedPlaces({ label, places }: { label: string; places: readonly QueueEntry[] }) {
  return (
    <ul className="chosen-places" aria-label={label} tabIndex={0}>
      {places.map((entry) => (
        <li key={entry.id}>
          {positionText(entry.position)} {nameOf(entry.user)}
        </li>
      ))}
    </ul>
  )
}
