import { Button, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from '@tanstack/react-router'
import { settingsQuery } from '#web/features/settings/api.ts'
import { settingsPartOf, settingsParts } from '#web/features/settings/parts.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Doors } from '#web/ui/Doors.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'

/** The settings of a roda as doors, and on a phone the ways to the console's other pages. */
export function RodaSettings() {
  const { user, logout } = useAuth()
  const { hash } = useLocation()
  const { data, error, refetch } = useQuery(settingsQuery)
  const part = settingsPartOf(hash)
  if (part !== null) return <Navigate to="/admin/settings/$part" params={{ part }} replace />
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        Ajustes
      </Title>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar os ajustes" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={4} label="Carregando ajustes..." />}
      {data && (
        <Doors
          label="Ajustes"
          doors={[
            ...settingsParts(data).map(({ part: own, title, state }) => ({
              to: `/admin/settings/${own}`,
              title,
              state,
            })),
            { to: '/admin/settings', search: { aba: 'laboratorio' }, title: 'Laboratório de planos' },
          ]}
        />
      )}
      <div className="only-on-phones">
        <Doors
          label="Mais páginas"
          doors={[
            { to: '/admin/join-links', title: 'Convites' },
            { to: '/admin/reports', title: 'Problemas' },
            { to: '/admin/approvals', title: 'Aprovações' },
            { to: '/admin/account', title: 'Minha conta' },
            ...(user?.takesPartIn ? [{ to: '/home', title: 'A minha parte' }] : []),
          ]}
        />
        <Button variant="default" mih={44} mt="md" fullWidth onClick={logout}>
          Sair
        </Button>
      </div>
    </Stack>
  )
}
