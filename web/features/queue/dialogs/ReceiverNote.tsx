import { Alert } from '@mantine/core'

/** What happens when an active receiver loses its place. */
export function ReceiverNote() {
  return (
    <Alert color="sol" title="É receptor ativo">
      A fila se reorganiza sozinha: a vez passa a quem vem em seguida, e as doações ainda não pagas ficam para outro receptor. O que já tem comprovante continua como está.
    </Alert>
  )
}
