import { NativeSelect } from '@mantine/core'
import type { Pages } from './page-window.ts'

export type Sizes<S extends number> = {
  /** How many a page may hold, to choose from. */
  readonly sizes: readonly S[]
  /** The size that nobody chose; the smallest unless told. */
  readonly usualSize?: S
  /** Called with a new size; the list then begins at page 1 again, which is the caller's to do. */
  readonly onSize: (size: S) => void
}

export function isOneByNature<S extends number>(
  { totalItems, totalPages, pageSize }: Pages,
  choice: Sizes<S>,
): boolean {
  const smallest = Math.min(...choice.sizes)
  return totalItems <= smallest || (totalPages <= 1 && pageSize === (choice.usualSize ?? smallest))
}

export function SizeSelect<S extends number>({ pageSize, choice }: { pageSize: number; choice: Sizes<S> }) {
  return (
    <NativeSelect
      aria-label="Resultados por página"
      value={String(pageSize)}
      data={choice.sizes.map((size) => ({ value: String(size), label: `${size} por página` }))}
      onChange={(event) => {
        const chosen = choice.sizes.find((size) => String(size) === event.currentTarget.value)
        if (chosen !== undefined) choice.onSize(chosen)
      }}
    />
  )
}
