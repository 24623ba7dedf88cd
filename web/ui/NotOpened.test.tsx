import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { NotOpened } from './NotOpened.tsx'

const drawn = (error: unknown) =>
  renderToStaticMarkup(
    <MantineProvider>
      <NotOpened error={error} otherwise="Não foi possível abrir o convite." refetch={() => undefined} />
    </MantineProvider>,
  )

test('a link that the way to the server kept from opening is tried again by a button, and a refused one is not', () => {
  for (const status of [0, 500, 502, 503])
    expect(drawn(new ApiError(status, 'trouble')), String(status)).toContain('Tentar novamente')
  const said = drawn(new ApiError(409, 'over', { code: 'join.expired', message: 'O prazo deste convite terminou.' }))
  expect(said).toContain('O prazo deste convite terminou.')
  expect(said).not.toContain('Tentar novamente')
  expect(drawn(null)).not.toContain('alert')
})
