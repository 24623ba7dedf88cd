import { Alert, Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NextStep } from '#web/features/home/NextStep.tsx'
import { LevelBadge } from '#web/features/home/LevelBadge.tsx'
import { progressQuery } from '#web/features/levels/api.ts'
import { useAuth } from '#web/features/session/AuthProvider.tsx'

export default function HomePage() {
  const { user } = useAuth()
  const { data: progress } = useQuery(progressQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          Início
        </Title>
        {progress ? <LevelBadge progress={progress} /> : <Badge color="gray.4" c="#241300">Nível …</Badge>}
      </Group>
      <Text className="wrap-anywhere">Que bom ter você aqui, {user?.firstName}.</Text>
      {user?.adminApproved ? (
        <Alert color="mata" title="Conta Verificada">
          Sua conta foi aprovada pelo administrador. Você tem acesso completo ao sistema.
        </Alert>
      ) : (
        <Alert color="sol" title="Não Verificado">
          Sua conta está aguardando aprovação do administrador. Você tem acesso limitado ao sistema.
        </Alert>
      )}
      <NextStep />
      <Paper withBorder p="lg" radius="md">
        <Title order={2} size="h4" mb="xs">
          Como se orientar
        </Title>
        <Text>
          Em <Anchor component={Link} to="/donations">Doações</Anchor> está o que você deve, a quem e até quando, e o que está a caminho de você.{' '}
          {user?.adminApproved && (
            <>
              Em <Anchor component={Link} to="/reports">Reports</Anchor> você acompanha o que denunciou.{' '}
            </>
          )}
          Em <Anchor component={Link} to="/profile">Perfil</Anchor> estão os seus dados.
        </Text>
      </Paper>
    </Stack>
  )
}
