import { Alert, Badge, Button, Group, Modal, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { usersQuery } from '#web/features/members/api.ts'
import type { User } from '#web/features/members/api.ts'
import { queueQuery, useAddToQueue } from '#web/features/queue/api.ts'
import { SlotGrid } from '#web/features/queue/SlotGrid.tsx'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'

export default function QueuePage() {
  const queue = useQuery(queueQuery)
  const users = useQuery(usersQuery)
  const [chosen, setChosen] = useState<User | null>(null)
  const add = useAddToQueue()
  const error = queue.error ?? users.error
  if (error && (!queue.data || !users.data)) return <ErrorState message={failureText(error, 'Erro ao carregar a fila')} onRetry={() => void Promise.all([queue.refetch(), users.refetch()])} />
  if (!queue.data || !users.data) return <LoadingRows />

  const entries = queue.data.filter((entry) => entry.donation_number === 1)
  const placed = new Set(entries.map((entry) => entry.user_id))
  const waiting = users.data.filter((user) => user.role !== 'ADMIN' && user.adminApproved && !placed.has(user.id))
  const close = () => {
    setChosen(null)
    add.reset()
  }
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Fila de Doações
      </Title>
      <Paper withBorder p="md" radius="md">
        <Group justify="space-between">
          <Text fw={600}>Vagas de Participantes</Text>
          <Text fw={700}>{entries.length}/100</Text>
        </Group>
        <Progress value={entries.length} mt="sm" color={entries.length >= 100 ? 'red' : entries.length >= 80 ? 'yellow' : 'green'} aria-label="Vagas ocupadas" />
      </Paper>
      <Title order={2} size="h4">
        Na fila de espera ({waiting.length})
      </Title>
      {waiting.length === 0 && <EmptyState title="Ninguém espera por um lugar" />}
      {waiting.map((user) => (
        <Paper key={user.id} withBorder p="md" radius="md" component="article" aria-label={`${user.firstName} ${user.lastName}`}>
          <Group justify="space-between">
            <div>
              <Badge color="gray">EM ESPERA</Badge>
              <Text fw={600}>
                {user.firstName} {user.lastName}
              </Text>
              <Text size="sm" c="dimmed">
                Aguardando para entrar na fila
              </Text>
            </div>
            <Button onClick={() => setChosen(user)}>Adicionar à Fila</Button>
          </Group>
        </Paper>
      ))}
      <Title order={2} size="h4">
        Lugares
      </Title>
      <SlotGrid entries={entries} />
      {chosen && (
        <Modal opened onClose={close} title={`Lugar para ${chosen.firstName} ${chosen.lastName}`} size="lg" closeButtonProps={{ 'aria-label': 'Fechar' }}>
          <Stack>
            {add.error && (
              <Alert color="red" role="alert">
                {failureText(add.error, 'Erro ao adicionar à fila')}
              </Alert>
            )}
            <Text>Escolha uma posição livre.</Text>
            <SlotGrid
              entries={entries}
              onPick={(position) => !add.isPending && add.mutate({ position, donation_number: 1, user_id: chosen.id, is_receiver: false, passed_user_ids: [] }, { onSuccess: close })}
            />
          </Stack>
        </Modal>
      )}
    </Stack>
  )
}
