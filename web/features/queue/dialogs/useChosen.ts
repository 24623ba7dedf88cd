import { useState } from 'react'
import type { QueueEntry } from '../api.ts'
import { toggled } from '../choice.ts'

/** The places chosen, by entry, so that a choice follows its member when others move. */
export function useChosen(entries: readonly QueueEntry[], max: number) {
  const [ids, setIds] = useState<readonly string[]>([])
  const present = ids.filter((id) => entries.some((entry) => entry.id === id))
  return {
    chosen: new Set(present),
    places: present.map((id) => entries.find((entry) => entry.id === id)!),
    toggle: (id: string) => setIds(toggled(present, id, max)),
    choose: (all: readonly string[]) => setIds(all),
  }
}
