import { QUEUE_CAPACITY } from '#contracts/limits.ts'

export const GRID_COLUMNS = 10

/** The position that a key leads to on the 10 × 10 grid, within 1..100; null for a key that does not move. */
export function positionAfter(position: number, key: string, isControl: boolean): number | null {
  const rowStart = position - ((position - 1) % GRID_COLUMNS)
  const target = {
    ArrowRight: position + 1,
    ArrowLeft: position - 1,
    ArrowDown: position + GRID_COLUMNS,
    ArrowUp: position - GRID_COLUMNS,
    Home: isControl ? 1 : rowStart,
    End: isControl ? QUEUE_CAPACITY : rowStart + GRID_COLUMNS - 1,
  }[key]
  if (target === undefined) return null
  return target < 1 || target > QUEUE_CAPACITY ? position : target
}
