import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { canShare, download, share } from '#web/api/download.ts'
import { Refused } from './Refused.tsx'

type Query = Readonly<Record<string, string>>
type How = 'pdf' | 'csv' | 'json' | 'share'
type Props = {
  readonly path: string
  readonly query?: Query
  /** The words of the button that keeps the PDF. */
  readonly children: ReactNode
  /** Named in what a screen reader says, where several such buttons stand on a page. */
  readonly of?: string
  readonly size?: 'compact-sm' | 'sm'
  /** Whether the same can be had for a spreadsheet, and for another program. */
  readonly table?: boolean
}

/** Keeps a paper as PDF, or as a table, and on a phone hands it to another app. */
export function PaperButtons({ path, query = {}, children, of, size = 'sm', table = false }: Props) {
  const [isSharing] = useState(canShare)
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (how: How) =>
      how === 'share' ? share(path, query) : download(path, how === 'pdf' ? query : { ...query, format: how }),
  })
  const label = (words: string) => (of === undefined || isPending ? undefined : `${words}: ${of}`)
  const press = (how: How) => () => {
    if (!isPending) mutate(how)
  }
  const [csv, json] = size === 'compact-sm' ? ['CSV', 'JSON'] : ['Planilha (CSV)', 'Para outro programa (JSON)']
  const button = { variant: 'default', size, mih: 44, 'aria-disabled': isPending } as const
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button {...button} onClick={press('pdf')} aria-label={label(String(children))}>
          {isPending && variables === 'pdf' ? 'Preparando...' : children}
        </Button>
        {isSharing && (
          <Button {...button} onClick={press('share')} aria-label={label('Compartilhar')}>
            {isPending && variables === 'share' ? 'Preparando...' : 'Compartilhar'}
          </Button>
        )}
        {table && (
          <>
            <Button {...button} onClick={press('csv')} aria-label={label(csv)}>
              {isPending && variables === 'csv' ? 'Preparando...' : csv}
            </Button>
            <Button {...button} onClick={press('json')} aria-label={label(json)}>
              {isPending && variables === 'json' ? 'Preparando...' : json}
            </Button>
          </>
        )}
      </Group>
      <Refused error={error} otherwise="Não foi possível preparar o papel. Tente de novo." />
    </Stack>
  )
}
