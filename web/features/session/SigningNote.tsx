import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { signingNoteKey } from '#web/api/signed-request.ts'

/** Tells that the last act went without this device's signature, where it did; nothing otherwise. */
export function SigningNote() {
  const client = useQueryClient()
  const { data } = useQuery<string | null>({
    queryKey: signingNoteKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  })
  if (!data) return null
  return (
    <Alert
      color="gray"
      role="status"
      withCloseButton
      closeButtonLabel="Fechar aviso"
      onClose={() => client.setQueryData(signingNoteKey, null)}
    >
      {data}
    </Alert>
  )
}
