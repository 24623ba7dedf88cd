/** The commands with which the administration arranges a queue. */
export const QUEUE_CHANGES = [
  'place',
  'remove',
  'swap',
  'move_to_end',
  'reorder',
  'set_receiver',
  'next_receiver',
  'edit_entry',
  'apply_draw',
  'undo',
] as const

/** Those that somebody chose by hand: all but an order that was drawn, or that everybody accepted. */
export const CHANGES_BY_HAND = QUEUE_CHANGES.filter((kind) => kind !== 'apply_draw')

/** The commands of which the queue's journal has a line: those, and the swap that two members agreed on. */
export const JOURNAL_KINDS = [...QUEUE_CHANGES, 'swap_turns'] as const

export type JournalKind = (typeof JOURNAL_KINDS)[number]

export function isQueueChange(kind: string): kind is (typeof QUEUE_CHANGES)[number] {
  return (QUEUE_CHANGES as readonly string[]).includes(kind)
}

export function isInJournal(kind: string): kind is JournalKind {
  return (JOURNAL_KINDS as readonly string[]).includes(kind)
}

export function isByHand(kind: string): boolean {
  return (CHANGES_BY_HAND as readonly string[]).includes(kind)
}
