import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { isClosed } from '#contracts/labels.ts'
import { readHelper } from '#web/api/storage.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { helpingQuery } from '#web/features/helping/api.ts'
import type { Helping } from '#web/features/helping/api.ts'
import { fiscalDoors, useDecisions, useOwnFiscal } from '#web/features/circle/fiscals/fiscal-text.ts'
import { profileQuery } from '#web/features/profile/api.ts'
import { isProfilePart, profileParts } from '#web/features/profile/parts.ts'
import { useNameFollows } from '#web/features/profile/useNameFollows.ts'
import { substitutesQuery } from '#web/features/substitutes/api.ts'
import { unresolvedQuery } from '#web/features/shell/unread.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Doors } from '#web/ui/Doors.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'

/** 'Eu': doors to the reader's own matters. An address that names a place of the long profile leads to its door. */
export function RodaProfile() {
  const { isAdmin, logout } = useAuth()
  const { hash } = useLocation()
  const { data, error, refetch } = useQuery(profileQuery)
  const { data: unresolved = 0 } = useQuery({ ...unresolvedQuery, enabled: data?.adminApproved ?? false })
  const { data: handing } = useQuery({ ...substitutesQuery, enabled: data?.adminApproved ?? false })
  const { data: circle } = useQuery(circleQuery)
  // No place is handed on where all is over, nor to somebody suspended.
  const mayTakeOver = !circle?.closed_at && !isClosed(data?.status ?? '')
  const asked =
    handing?.asks.some((ask) => ask.newcomer_id === data?.id && !ask.accepted && ask.why_not === null) ?? false
  const { data: helping } = useQuery({ ...helpingQuery, enabled: data?.adminApproved ?? false })
  const isHelped = readHelper() !== null
  const fiscal = useOwnFiscal(data?.adminApproved === true ? data.id : null)
  const decisions = useDecisions(fiscal ? fiscal.member_id : null)
  useNameFollows(data)
  if (isProfilePart(hash)) return <Navigate to="/profile/$part" params={{ part: hash }} replace />
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar perfil" refetch={refetch} />
  if (!data) return <LoadingRows />
  return (
    <Stack gap="md">
      <Title order={1} size="h2" className="wrap-anywhere">
        {data.firstName} {data.lastName}
      </Title>
      <Doors
        label="Eu"
        doors={[
          ...profileParts(data, { help: helpText(helping), isHelped }).map(({ part, title, state, isLoud }) => ({
            to: `/profile/${part}`,
            title,
            state,
            isLoud,
          })),
          ...(data.adminApproved && !isHelped
            ? [
                {
                  to: '/reports',
                  title: 'Problemas',
                  state: unresolved > 0 ? `${unresolved} em aberto` : null,
                  isLoud: unresolved > 0,
                },
              ]
            : []),
          ...(handing && !isHelped && (mayTakeOver || handing.done.length > 0)
            ? [
                {
                  to: '/passar-o-lugar',
                  title: handing.place || handing.done.length > 0 ? 'Passar o meu lugar' : 'Ficar com um lugar',
                  state: asked ? 'Espera a sua resposta' : handing.asks.length > 0 ? 'Pedido feito' : null,
                  isLoud: asked,
                },
              ]
            : []),
          ...(fiscal && !isHelped ? fiscalDoors(decisions) : []),
          ...(isHelped ? [] : [{ to: '/privacy', title: 'Quem viu os meus dados' }]),
          ...(isAdmin && !isHelped ? [{ to: '/admin/dashboard', title: 'Organizar a roda' }] : []),
        ]}
      />
      {!isHelped && (
        <Button variant="default" mih={44} className="only-on-phones" onClick={logout}>
          Sair
        </Button>
      )}
    </Stack>
  )
}

/** The door to whom the reader helps, or who helps them; null for nobody. */
function helpText(helping: Helping | undefined): string | null {
  if (helping?.helper) return `${helping.helper.name} ajuda você`
  const names = helping?.helped.map(({ name }) => name) ?? []
  return names.length > 0 ? `Ajudo ${names.join(' e ')}` : null
}
