import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { nextByCalendar } from '#circle/calendar.ts'
import { monthName } from '#contracts/month-name.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { dayAndHourText } from '#web/text/dates.ts'
import { useNow } from '#web/ui/useNow.ts'
import { useSetCalendar } from './api.ts'
import type { CircleSettings } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}h` }))
const USUAL = { day: 7, hour: 9 }

/** Sets the day and hour at which contributions are asked for, and says before it is saved when that will be next. */
export function CalendarForm({ calendar: { automatic, present } }: Pick<CircleSettings, 'calendar'>) {
  const { mutate, isPending, error } = useSetCalendar()
  const [isOn, setOn] = useState(automatic !== null)
  const [day, setDay] = useState(automatic?.day ?? USUAL.day)
  const [hour, setHour] = useState(automatic?.hour ?? USUAL.hour)
  const now = useNow()
  const isSame = isOn === (automatic !== null) && (!isOn || (automatic?.day === day && automatic.hour === hour))
  const asked = { pulledPeriod: present.asked_at === null ? null : present.period, calendarPeriod: null }
  const coming = nextByCalendar({ day, hour, setAt: now }, asked, now)
  const next = isSame && automatic ? automatic.next : { ...coming, at: new Date(coming.at).toISOString() }
  const isLeftOut = isOn && present.asked_at === null && next.period > present.period
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    mutate({ calendar: isOn ? { day, hour } : null })
  }
  return (
    <Stack component="form" gap="sm" mb="lg" onSubmit={submit}>
      <Checkbox
        label="Pedir as contribuições todo mês, sem ninguém precisar lembrar"
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {isOn && (
        <>
          <Group grow align="start">
            <NativeSelect
              label="Dia do mês"
              data={DAYS}
              value={String(day)}
              onChange={({ currentTarget }) => setDay(Number(currentTarget.value))}
            />
            <NativeSelect
              label="Hora (São Paulo)"
              data={HOURS}
              value={String(hour)}
              onChange={({ currentTarget }) => setHour(Number(currentTarget.value))}
            />
          </Group>
          <Text size="sm" role="status">
            <b>As próximas contribuições serão pedidas em {dayAndHourText(next.at)}.</b> Três dias antes, cada pessoa
            que vai dever recebe um aviso.
            {day > 28 && ' Num mês mais curto, o pedido é no último dia dele.'}
            {isLeftOut &&
              ` As de ${monthName(present.period)} ficam de fora, porque falta menos do que isso: se for o caso, peça à mão.`}
          </Text>
        </>
      )}
      <Refused error={error} otherwise="Não foi possível salvar o calendário." />
      {(!isSame || isPending) && (
        <Group justify="flex-end">
          <Acting>
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Salvando...' : 'Salvar calendário'}
            </Button>
          </Acting>
        </Group>
      )}
    </Stack>
  )
}
