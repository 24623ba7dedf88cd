import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '#web/api/client.ts'
import { download } from '#web/api/download.ts'
import { filterOf } from './view.ts'
import type { View } from './view.ts'

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
      {error && (
        <Alert color="red" role="alert">
          {failureText(error, 'Erro ao exportar doações')}
        </Alert>
      )}
    </Stack>
  )
}
