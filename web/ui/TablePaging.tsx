import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paginationLabels } from './pagination-labels.ts'

export type Paging = {
  readonly currentPage: number
  readonly totalPages: number
  readonly totalItems: number
  readonly pageSize: number
}

type Props = {
  readonly paging: Paging
  readonly sizes: readonly number[]
  readonly onPage: (page: number) => void
  /** Called with a new size; the list then begins at page 1 again, which is the caller's to do. */
  readonly onSize: (size: number) => void
  /** The size that nobody chose; the smallest unless told. */
  readonly usualSize?: number
  /** The accessible name of the paging: 'Páginas de doações'. */
  readonly label: string
}

/**
 * Under a table of more than one page: how many are shown of how many, how many a page, and the way to the others.
 * Where a size somebody chose makes it one page, the size stays while a smaller one would make more, so that the
 * choice can be undone.
 */
export function TablePaging({ paging, sizes, usualSize = Math.min(...sizes), onPage, onSize, label }: Props) {
  const { currentPage, totalPages, totalItems, pageSize } = paging
  if (totalItems <= Math.min(...sizes) || (totalPages <= 1 && pageSize === usualSize)) return null
  const first = (currentPage - 1) * pageSize + 1
  const last = Math.min(currentPage * pageSize, totalItems)
  const goTo = (page: number) => onPage(Math.min(Math.max(page, 1), totalPages))
  return (
    <Group component="nav" aria-label={label} justify="space-between" gap="md">
      <Group gap="md">
        <NativeSelect
          aria-label="Resultados por página"
          value={String(pageSize)}
          data={sizes.map((size) => ({ value: String(size), label: `${size} por página` }))}
          onChange={(event) => onSize(Number(event.currentTarget.value))}
        />
        <Text size="sm" c="dimmed" aria-live="polite">
          Mostrando {count(first)} a {count(last)} de {count(totalItems)} resultados
        </Text>
      </Group>
      {totalPages > 1 && (
        <Group gap={6} wrap="nowrap">
          <Arrow name="first" disabled={currentPage <= 1} onClick={() => goTo(1)}>
            «
          </Arrow>
          <Arrow name="previous" disabled={currentPage <= 1} onClick={() => goTo(currentPage - 1)}>
            ‹
          </Arrow>
          <Text size="sm" px={6} miw={0} ta="center">
            Página {count(currentPage)} de {count(totalPages)}
          </Text>
          <Arrow name="next" disabled={currentPage >= totalPages} onClick={() => goTo(currentPage + 1)}>
            ›
          </Arrow>
          <Arrow name="last" disabled={currentPage >= totalPages} onClick={() => goTo(totalPages)}>
            »
          </Arrow>
        </Group>
      )}
    </Group>
  )
}

function Arrow({
  name,
  disabled,
  onClick,
  children,
}: {
  name: keyof typeof paginationLabels
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      fz={20}
      aria-label={paginationLabels[name]}
      disabled={disabled}
      onClick={onClick}
    >
      <span aria-hidden="true">{children}</span>
    </ActionIcon>
  )
}

const number = new Intl.NumberFormat('pt-BR')

/** A count as Brazilians write it: `100.000`. */
function count(value: number): string {
  return number.format(value)
}
