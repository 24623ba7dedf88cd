import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { drawsQuery, useBeginDraw } from './api.ts'
import { isRunning } from './progress.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** The administration's one act in a draw: to begin it. Everything else follows from its rule. */
export function BeginDraw() {
  const { data } = useQuery(drawsQuery)
  const begin = useBeginDraw()
  const [isOpen, setOpen] = useState(false)
  const [hours, setHours] = useState({ join_hours: 48, open_hours: 48 })
  if (!data) return null
  if (data.why_not !== null) return data.data.some(isRunning) ? null : <Text c="dimmed">{data.why_not}</Text>
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Começar o sorteio</Button>
      <Modal
        opened={isOpen}
        onClose={() => !begin.isPending && setOpen(false)}
        title="Começar o sorteio da ordem"
        centered
      >
        <Stack>
          <Text>
            Entram todas as pessoas aprovadas agora. Depois de começar, ninguém apressa, adia nem cancela: cada parte
            termina quando todos responderam, ou na sua hora. A ordem passa a valer sozinha.
          </Text>
          <NumberInput
            label="Horas para entrar"
            min={1}
            max={336}
            allowDecimal={false}
            value={hours.join_hours}
            onChange={(value) => setHours({ ...hours, join_hours: Number(value) })}
          />
          <NumberInput
            label="Horas para mostrar os números"
            min={1}
            max={336}
            allowDecimal={false}
            value={hours.open_hours}
            onChange={(value) => setHours({ ...hours, open_hours: Number(value) })}
          />
          <Refused error={begin.error} otherwise="Erro ao começar o sorteio" />
          <DialogButtons onCancel={() => setOpen(false)}>
            <Button disabled={begin.isPending} onClick={() => begin.mutate(hours, { onSuccess: () => setOpen(false) })}>
              {begin.isPending ? 'Começando...' : 'Começar agora'}
            </Button>
          </DialogButtons>
        </Stack>
      </Modal>
    </div>
  )
}
