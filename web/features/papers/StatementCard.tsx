import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { circleQuery } from '#web/features/circle/api.ts'
import { useNow } from '#web/ui/useNow.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { monthChoices, yearChoices } from './periods.ts'

/** One's own statement of a month or a year, to keep or to hand in. */
export function StatementCard() {
  const now = useNow()
  const { data: circle } = useQuery(circleQuery)
  const since = circle ? Date.parse(circle.since) : now
  const [period, setPeriod] = useState<string | null>(null)
  const groups = [
    { group: 'Por mês', items: monthChoices(now, since) },
    { group: 'Por ano', items: yearChoices(now, since) },
  ]
  const chosen = period ?? groups[0]!.items[0]!.value
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="extrato">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id="extrato">
            Extrato
          </Title>
          <Text size="sm" c="dimmed" maw={560}>
            O que você doou e recebeu, confirmado, com o lançamento de cada doação no livro. O do ano serve para a
            declaração de imposto de renda e traz o seu CPF inteiro.
          </Text>
        </div>
        <NativeSelect
          label="De quando"
          maw={320}
          data={groups}
          value={chosen}
          onChange={(event) => setPeriod(event.currentTarget.value)}
        />
        <PaperButtons path="/me/statement" query={{ period: chosen }} table>
          Baixar extrato (PDF)
        </PaperButtons>
      </Stack>
    </Paper>
  )
}
