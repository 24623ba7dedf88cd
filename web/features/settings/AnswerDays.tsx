import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ANSWER_DAYS_MAX, ANSWER_DAYS_MIN } from '#contracts/limits.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { useSetAnswerDays } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const DAYS = Array.from({ length: ANSWER_DAYS_MAX - ANSWER_DAYS_MIN + 1 }, (_, index) => {
  const days = index + ANSWER_DAYS_MIN
  return { value: String(days), label: `${days} dias` }
})

/** Sets how long a receiver has to confirm or reject a receipt, before it comes to the administration. */
export function AnswerDays({ days }: { days: number }) {
  const { mutate, isPending, error } = useSetAnswerDays()
  const [chosen, setChosen] = useState(days)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    mutate({ days: chosen })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="answer-days">
      <Title order={2} size="h4" id="answer-days">
        Prazo de quem recebe
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        O tempo para confirmar um comprovante ou dizer que o dinheiro não chegou. Quem recebe é lembrado quando faltam
        três dias e um dia. Depois do prazo, a doação vem para a lista da administração. Comprovantes já enviados ficam
        com o prazo que tinham.
      </Text>
      <Stack component="form" gap="sm" onSubmit={submit}>
        <NativeSelect
          label="Prazo"
          data={DAYS}
          value={String(chosen)}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
        <Refused error={error} otherwise="Não foi possível salvar o prazo." />
        {(chosen !== days || isPending) && (
          <Group justify="flex-end">
            <Acting>
              <Button type="submit" disabled={isPending}>
                {isPending ? 'Salvando...' : 'Salvar prazo'}
              </Button>
            </Acting>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
