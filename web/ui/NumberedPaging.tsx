import { Button, Group, Stack, Text } from '@mantine/core'
import { boundedPage, pageWindow } from './page-window.ts'
import { paginationLabels } from './pagination-labels.ts'

type Props = {
  readonly page: number
  readonly pageSize: number
  readonly total: number
  /** The counted noun, in the plural: `usuários`. */
  readonly noun: string
  readonly onPage: (page: number) => void
}

/** 'Mostrando X a Y de N usuários', and the way to the other pages when there are any. */
export function NumberedPaging({ page: asked, pageSize, total, noun, onPage }: Props) {
  const last = Math.ceil(total / pageSize)
  const page = boundedPage(asked, last)
  if (total === 0) return null
  const steps = { first: ['«', 1], previous: ['‹', page - 1], next: ['›', page + 1], last: ['»', last] } as const
  const arrow = (name: keyof typeof steps) => {
    const [sign, target] = steps[name]
    const isOff = name === 'first' || name === 'previous' ? page === 1 : page === last
    return (
      <PageButton key={name} label={paginationLabels[name]} text={sign} isOff={isOff} onClick={() => onPage(target)} />
    )
  }
  return (
    <Stack gap="xs" align="center" component="nav" aria-label="Páginas">
      <Text size="sm" c="dimmed" ta="center" aria-live="polite" style={{ textWrap: 'balance' }}>
        Mostrando {(page - 1) * pageSize + 1} a {Math.min(page * pageSize, total)} de {total} {noun}
        {last > 1 && ` · Página ${page} de ${last}`}
      </Text>
      {last > 1 && (
        <Group gap={4} justify="center">
          {arrow('first')}
          {arrow('previous')}
          {pageWindow(page, last).map((number) => (
            <PageButton
              key={number}
              label={`Página ${number}`}
              text={String(number)}
              isCurrent={number === page}
              onClick={() => onPage(number)}
            />
          ))}
          {arrow('next')}
          {arrow('last')}
        </Group>
      )}
    </Stack>
  )
}

type PageButtonProps = {
  readonly label: string
  readonly text: string
  readonly isOff?: boolean
  readonly isCurrent?: boolean
  readonly onClick: () => void
}

function PageButton({ label, text, isOff = false, isCurrent = false, onClick }: PageButtonProps) {
  return (
    <Button
      variant={isCurrent ? 'filled' : 'default'}
      px={0}
      miw={32}
      mih={36}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      disabled={isOff}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}
