import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { download } from '#web/api/download.ts'
import { filterOf } from './view.ts'
import type { View } from './view.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** Keeps what is filtered, all its pages, as a file for a spreadsheet. */
export function ExportButton({ view, disabled }: { view: View; disabled: boolean }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => download('/admin/donations/export', filterOf(view)),
  })
  return (
    <Stack gap="xs" align="flex-end">
      <Button variant="default" disabled={disabled || isPending} onClick={() => mutate()}>
        {isPending ? 'Exportando...' : 'Exportar CSV'}
      </Button>
      <Refused error={error} otherwise="Erro ao exportar doações" />
    </Stack>
  )
}
