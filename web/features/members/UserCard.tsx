import { Alert, Badge, Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { useApproveUser } from './api.ts'
import type { User } from './api.ts'

export function UserCard({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  const approve = useApproveUser()
  const name = `${user.firstName} ${user.lastName}`
  const isPending = user.role !== 'ADMIN' && !user.adminApproved
  return (
    <Paper withBorder p="md" radius="md" component="article" aria-label={name}>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" className="wrap-anywhere">
            {name}
          </Title>
          <Text size="sm" className="wrap-anywhere">
            {user.email} {user.phone && `· ${user.phone}`}
          </Text>
          <Text size="sm" c="dimmed">
            Cadastrado em {dayText(user.createdAt)}
          </Text>
        </div>
        <Stack gap="xs" align="flex-end">
          <Badge color={isPending ? 'sol' : 'mata'} variant="light">
            {user.role === 'ADMIN' ? 'Admin (Verificado)' : user.adminApproved ? 'Aprovado pelo admin' : 'Não aprovado pelo admin'}
          </Badge>
          {isPending && <Button onClick={() => setAsking(true)}>Verificar</Button>}
        </Stack>
      </Group>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Confirmar Aprovação" centered closeButtonProps={{ 'aria-label': 'Fechar' }}>
        <Stack>
          <Text>
            Aprovar <b>{name}</b>? A pessoa passa a ter acesso completo ao sistema.
          </Text>
          {approve.error && (
            <Alert color="red" role="alert">
              {failureText(approve.error, 'Erro ao aprovar usuário')}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancelar
            </Button>
            <Button disabled={approve.isPending} onClick={() => approve.mutate(user.id, { onSuccess: () => setAsking(false) })}>
              {approve.isPending ? 'Aprovando...' : 'Confirmar Aprovação'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Paper>
  )
}
