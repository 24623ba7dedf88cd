import { Alert, Anchor } from '@mantine/core'
import { say } from '#web/text/say.ts'
import { Link } from '@tanstack/react-router'

/** Said to somebody suspended or removed in a real circle, who reads on: what is still theirs to do. */
export function ReadingOnly() {
  return (
    <Alert color="sol" title="Sua participação está suspensa">
      {say('Você ainda pode ler o livro e os seus papéis, recorrer de uma decisão sobre um report seu e')}{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/privacy" />}>
        levar ou apagar os seus dados
      </Anchor>
      . O motivo está nos seus avisos.
    </Alert>
  )
}
