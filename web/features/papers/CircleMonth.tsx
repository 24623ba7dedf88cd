import { NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { circleQuery } from '#web/features/circle/api.ts'
import { useNow } from '#web/ui/useNow.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { monthChoices } from './periods.ts'

/** The circle's month on paper, for those who administer it. */
export function CircleMonth() {
  const now = useNow()
  const { data: circle } = useQuery(circleQuery)
  const since = circle ? Date.parse(circle.since) : now
  const [period, setPeriod] = useState<string | null>(null)
  const months = monthChoices(now, since)
  const chosen = period ?? months[0]!.value
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="mes-do-circulo">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id="mes-do-circulo">
            O mês do círculo
          </Title>
          <Text size="sm" c="dimmed" maw={560}>
            O que houve com as doações e quanto cada pessoa doou e recebeu, pelo livro. Fica registrado quem baixou.
          </Text>
        </div>
        <NativeSelect
          label="Mês"
          maw={320}
          data={months}
          value={chosen}
          onChange={(event) => setPeriod(event.currentTarget.value)}
        />
        <PaperButtons path="/admin/circle/month" query={{ period: chosen }} table>
          Baixar o mês (PDF)
        </PaperButtons>
      </Stack>
    </Paper>
  )
}
