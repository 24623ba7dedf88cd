import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, request } from '#web/api/client.ts'
import { circleQuery } from '#web/features/circle/api.ts'

/** The monthly pull: asked twice before it runs, told in numbers after. */
export function PullPanel() {
  const client = useQueryClient()
  const { data: circle } = useQuery(circleQuery)
  const [isAsking, setAsking] = useState(false)
  const pull = useMutation({
    mutationFn: () =>
      request('POST /donations/admin/cycle/{cycle}/start', {
        params: { cycle: '1' },
        body: { donorsCount: circle!.plan.levels[0]!.required, amount: circle!.plan.monthly_contribution, type: 'PULL', deadlineDays: circle!.plan.deadline_days },
      }),
    onSettled: () => client.invalidateQueries(),
  })
  const start = () => {
    setAsking(false)
    pull.mutate()
  }
  const counts = pull.data && [
    ['Doações criadas', pull.data.createdCount],
    ['Receptores processados', pull.data.receiversProcessed],
    ['Já existentes, ignoradas', pull.data.skippedExisting],
  ]
  return (
    <Stack>
      <Group>
        <Button onClick={() => setAsking(true)} disabled={!circle || pull.isPending}>
          {pull.isPending ? 'Gerando...' : 'Gerar PULL Mensal'}
        </Button>
      </Group>
      {pull.error && (
        <Alert color="red" role="alert" title="Erro ao gerar PULL mensal">
          {failureText(pull.error, 'Erro ao gerar PULL mensal')}
        </Alert>
      )}
      {counts && (
        <Alert color="mata" role="status" title="PULL Mensal Gerado com Sucesso!">
          <Text mb="xs">Ciclo de doações iniciado com sucesso!</Text>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            {counts.map(([label, count]) => (
              <div key={label}>
                <Text fw={700} fz="xl">
                  {count}
                </Text>
                <Text size="sm">{label}</Text>
              </div>
            ))}
          </SimpleGrid>
        </Alert>
      )}
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Gerar PULL Mensal" centered closeButtonProps={{ 'aria-label': 'Fechar' }}>
        <Stack>
          <Text>Cada lugar da fila passa a dever a contribuição deste mês. Quem já a tem não é cobrado de novo.</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              Cancelar
            </Button>
            <Button onClick={start}>Gerar agora</Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  )
}
