import './queue.css'
import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { QUEUE_CAPACITY } from '#contracts/limits.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { say } from '#web/text/say.ts'
import { vacancyColor } from './queue-list.ts'

type Props = { readonly occupied: number; readonly receivers: number; readonly waiting: number }

/** How many of the places are taken, and the two counters of the queue. In a roda people are counted, who may have several. */
export function VacancyCard({ occupied, receivers, waiting }: Props) {
  const free = QUEUE_CAPACITY - occupied
  const isRoda = useIsRoda()
  if (isRoda)
    return (
      <Paper withBorder p="md" component="section" aria-label="Lugares">
        <Group className="queue-counts" align="flex-start">
          <Counter label="Com lugar" value={occupied} />
          <Counter label={say('Receptores Ativos')} value={receivers} />
          <Counter label="Sem lugar" value={waiting} />
        </Group>
      </Paper>
    )
  return (
    <Paper withBorder p="md" component="section" aria-label="Vagas de Participantes">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>Vagas de Participantes</Text>
          <Text fw={700} fz="lg">
            {occupied}/{QUEUE_CAPACITY}
          </Text>
        </Group>
        <div
          className="vacancy-bar"
          data-color={vacancyColor(occupied)}
          role="progressbar"
          aria-label="Vagas ocupadas"
          aria-valuemin={0}
          aria-valuemax={QUEUE_CAPACITY}
          aria-valuenow={occupied}
        >
          <span style={{ width: `${(occupied / QUEUE_CAPACITY) * 100}%` }} />
        </div>
        {free > 0 ? (
          <Text size="sm" c="dimmed">
            {free === 1 ? 'Resta 1 vaga' : `${free} vagas livres`}
          </Text>
        ) : (
          <Alert color="red" title="Todas as vagas estão ocupadas">
            Nenhuma vaga disponível. Todas as {QUEUE_CAPACITY} vagas estão ocupadas.
          </Alert>
        )}
        <Group grow align="flex-start">
          <Counter label={say('Receptores Ativos')} value={receivers} />
          <Counter label="Na fila de espera" value={waiting} />
        </Group>
      </Stack>
    </Paper>
  )
}

function Counter({ label, value }: { label: string; value: number }) {
  return (
    <div role="group" aria-label={label}>
      <Text fw={700} fz={26} lh={1.2}>
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </div>
  )
}
