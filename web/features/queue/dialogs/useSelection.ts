import { useState } from 'react'
import type { QueueEntry } from '../api.ts'
import { toggleSelection } from '../selection.ts'

/** The places chosen, by entry, so that a choice follows its member when others move. */
export function useSelection(entries: readonly QueueEntry[], max: number) {
  const [ids, setIds] = useState<readonly string[]>([])
  const present = ids.filter((id) => entries.some((entry) => entry.id === id))
  return {
    chosen: new Set(present),
    places: present.map((id) => entries.find((entry) => entry.id === id)!),
    toggle: (id: string) => setIds(toggleSelection(present, id, max)),
    choose: (all: readonly string[]) => setIds(all),
  }
}
