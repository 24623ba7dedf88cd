import type { SignedHead } from '#circle/ledger.ts'
import { isHead } from './parse.ts'

// A signed head names no person: it stays on the device when somebody signs out, since its worth is in outliving everything else.

const KEY = 'ciranda-assinaturas'
const KEPT_MAX = 20

/** Every head that this device keeps, of any circle, oldest first. */
export function savedHeads(): SignedHead[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isHead) : []
  } catch {
    return []
  }
}

/** Keeps a head. Of one circle at most twenty stay: always the first, since nothing reaches further back, and the latest. */
export function saveHead(head: SignedHead): void {
  localStorage.setItem(KEY, JSON.stringify(withHead(savedHeads(), head)))
}

export function clearSavedHeads(): void {
  localStorage.removeItem(KEY)
}

export function withHead(heads: readonly SignedHead[], head: SignedHead): SignedHead[] {
  const others = heads.filter(({ circle_id }) => circle_id !== head.circle_id)
  // What was kept first about an entry stays: a later one must not take its place.
  const same = heads.filter(({ circle_id }) => circle_id === head.circle_id)
  const all = same.some(({ seq, hash }) => seq === head.seq && hash === head.hash) ? same : [...same, head]
  const kept = all.length > KEPT_MAX ? [all[0]!, ...all.slice(1 - KEPT_MAX)] : all
  return [...others, ...kept]
}
