import { say } from '#web/text/say.ts'
import { Alert } from '@mantine/core'

/** Explains what happens when an active receiver leaves its place. */
export function ReceiverNote({ title = say('É receptor ativo') }: { title?: string }) {
  return (
    <Alert color="sol" title={title}>
      {say(
        'A fila se reorganiza sozinha: a vez passa a quem vem em seguida, e as doações ainda não pagas ficam para outro receptor. O que já tem comprovante continua como está.',
      )}
    </Alert>
  )
}
