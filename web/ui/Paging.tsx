import { ActionIcon, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '#web/text/numbers.ts'
import { pageWindow, shownText } from './page-window.ts'
import type { Pages } from './page-window.ts'
import { isOneByNature, SizeSelect } from './PageSize.tsx'
import type { Sizes } from './PageSize.tsx'

type Props<S extends number> = {
  readonly pages: Pages
  readonly onPage: (page: number) => void
  /** The accessible name of the paging: 'Páginas de doações'. */
  readonly label?: string
  /** The counted noun, in the plural. */
  readonly noun?: string
  /** Without it, the pages have one size, and those around the present one are offered by number. */
  readonly choice?: Sizes<S>
}

/**
 * Under a list: how many are shown of how many, and the way to the other pages. Where a size that somebody chose
 * makes it one page, the choice stays while a smaller size would make more, so that it can be undone.
 */
export function Paging<const S extends number>({
  pages,
  onPage,
  label = 'Páginas',
  noun = 'resultados',
  choice,
}: Props<S>) {
  const { currentPage, totalPages, totalItems, pageSize } = pages
  if (totalItems === 0 || (choice && isOneByNature(pages, choice))) return null
  const place = `Página ${countText(currentPage)} de ${countText(totalPages)}`
  return (
    <Group component="nav" aria-label={label} justify={choice ? 'space-between' : 'center'} gap="md">
      <Group gap="md" justify="center">
        {choice && <SizeSelect pageSize={pageSize} choice={choice} />}
        <Text size="sm" c="dimmed" ta="center" aria-live="polite" style={{ textWrap: 'balance' }}>
          {shownText(pages, noun)}
          {!choice && totalPages > 1 && ` · ${place}`}
        </Text>
      </Group>
      {totalPages > 1 && (
        <Group gap={choice ? 6 : 4} justify="center">
          <Arrow name="Primeira página" isWide={!!choice} isOff={currentPage <= 1} onClick={() => onPage(1)}>
            «
          </Arrow>
          <Arrow
            name="Página anterior"
            isWide={!!choice}
            isOff={currentPage <= 1}
            onClick={() => onPage(currentPage - 1)}
          >
            ‹
          </Arrow>
          {choice ? (
            <Text size="sm" px={6} miw={0} ta="center">
              {place}
            </Text>
          ) : (
            <Numbers pages={pages} onPage={onPage} />
          )}
          <Arrow
            name="Próxima página"
            isWide={!!choice}
            isOff={currentPage >= totalPages}
            onClick={() => onPage(currentPage + 1)}
          >
            ›
          </Arrow>
          <Arrow
            name="Última página"
            isWide={!!choice}
            isOff={currentPage >= totalPages}
            onClick={() => onPage(totalPages)}
          >
            »
          </Arrow>
        </Group>
      )}
    </Group>
  )
}

function Numbers({ pages: { currentPage, totalPages }, onPage }: { pages: Pages; onPage: (page: number) => void }) {
  return pageWindow(currentPage, totalPages).map((page) => (
    <Button
      key={page}
      variant={page === currentPage ? 'filled' : 'default'}
      px={0}
      miw={32}
      mih={44}
      aria-label={`Página ${page}`}
      aria-current={page === currentPage ? 'page' : undefined}
      onClick={() => onPage(page)}
    >
      {page}
    </Button>
  ))
}

type ArrowProps = {
  readonly name: string
  /** Room for a thumb, where no numbers stand between the arrows. */
  readonly isWide: boolean
  readonly isOff: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** All four and their words stand in one row on a phone. */
const WIDE = 'clamp(34px, 10vw, 44px)'

function Arrow({ name, isWide, isOff, onClick, children }: ArrowProps) {
  return (
    <ActionIcon
      variant="default"
      size={isWide ? 44 : 32}
      {...(isWide ? { w: WIDE, miw: WIDE } : {})}
      mih={44}
      fz={20}
      aria-label={name}
      disabled={isOff}
      onClick={onClick}
    >
      <span aria-hidden="true">{children}</span>
    </ActionIcon>
  )
}
