/** The commands with which the administration arranges a queue: each is one line of the queue's journal. */
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

export type QueueChangeKind = (typeof QUEUE_CHANGES)[number]

export function isQueueChange(kind: string): kind is QueueChangeKind {
  return (QUEUE_CHANGES as readonly string[]).includes(kind)
}
