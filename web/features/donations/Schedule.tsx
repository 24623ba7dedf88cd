import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayAndMonth, dayOf } from '#contracts/age.ts'
import { isScheduleOver } from '#web/text/maybe-paid.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useNow } from '#web/ui/useNow.ts'
import { useSchedule } from './api.ts'
import type { Donation } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** The donor says for which day the payment is scheduled, or takes it back. `asked`: a receipt said so, and the day is asked for. */
export function Schedule({ donation, asked = false }: { donation: Donation; asked?: boolean }) {
  const now = useNow()
  const { mutate, isPending, error } = useSchedule()
  const [day, setDay, forget] = useDraft(`agendado:${donation.id}`, '')
  const [isOpen, setOpen] = useState(asked || (day !== '' && donation.scheduled_for === null))
  const save = (next: string | null) => {
    const done = () => {
      forget()
      setOpen(false)
    }
    if (!isPending) mutate({ donation, day: next }, { onSuccess: done })
  }
  return (
    <div>
      {donation.scheduled_for !== null && !isOpen ? (
        <Group gap="xs">
          <Button variant="default" mih={44} disabled={isPending} onClick={() => setOpen(true)}>
            Mudar o dia
          </Button>
          <Button variant="default" mih={44} disabled={isPending} onClick={() => save(null)}>
            Não está mais agendado
          </Button>
        </Group>
      ) : isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (day !== '') save(day)
          }}
        >
          <Group align="end" gap="xs">
            <TextInput
              type="date"
              label="Para que dia o PIX está agendado?"
              required
              withAsterisk={false}
              min={dayOf(now)}
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <Button type="submit" mih={44} disabled={isPending || day === ''}>
              {isPending ? 'Salvando...' : 'Avisar que agendei'}
            </Button>
          </Group>
        </form>
      ) : (
        <Button variant="subtle" px={0} mih={44} onClick={() => setOpen(true)}>
          Agendei o PIX para outro dia
        </Button>
      )}
      <Refused error={error} otherwise="Não foi possível guardar o dia" />
    </div>
  )
}

/** Tells either side of a donation that its payment is scheduled. */
export function ScheduledNote({ donation, side }: { donation: Donation; side: 'donor' | 'receiver' }) {
  const now = useNow()
  const { scheduled_for: day, status } = donation
  if (day === null || status !== 'PENDING_PAYMENT') return null
  const isOver = isScheduleOver(donation, now)
  const when = dayAndMonth(day)
  return (
    <Text size="sm" fw={600}>
      {side === 'donor'
        ? isOver
          ? `O PIX estava agendado para ${when}. Se saiu da conta, envie o comprovante.`
          : `PIX agendado para ${when}. Agendado ainda não é pago: envie o comprovante nesse dia. Até lá, ninguém lembra você.`
        : `${donation.donor.firstName} agendou o PIX para ${when}. Agendado ainda não é pago: espere o dinheiro chegar.`}
    </Text>
  )
}
