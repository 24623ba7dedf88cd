import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { InvitationNote, InvitationOver } from './InvitationNote.tsx'

const WAY_ON = 'Continuar sem convite'
const drawn = (Part: typeof InvitationNote | typeof InvitationOver, error: Error) => {
  const invitation = { error, data: { circle: { name: 'Roda da Vila' } } } as never
  return renderToStaticMarkup(
    <MantineProvider>
      <Part invitation={invitation} withoutInvitation={() => {}} />
    </MantineProvider>,
  )
}

test('an invitation that could not be read again is not offered to be given up, in neither form', () => {
  for (const status of [0, 502, 429]) {
    const trouble = new ApiError(status, 'trouble')
    expect(drawn(InvitationOver, trouble)).not.toContain('alert')
    const said = drawn(InvitationNote, trouble)
    expect(said).toContain('pelo convite que recebeu')
    expect(said).not.toContain(WAY_ON)
  }
})

test('an invitation that is over says so, with the way on without it, in both', () => {
  const over = new ApiError(409, 'refused', { code: 'join.used_up', message: 'Este convite já foi usado.' })
  for (const Part of [InvitationNote, InvitationOver]) {
    const said = drawn(Part, over)
    expect(said).toContain('Este convite já foi usado.')
    expect(said).toContain(WAY_ON)
  }
})
