import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { periodOf } from '#circle/period.ts'
import { useNow } from '#web/ui/useNow.ts'
import { parseRoda, rodaText } from './roda.ts'
import type { RodaDraft } from './roda.ts'

/** How many people, how much a month, for how many months; and what follows from it, or what is wrong. */
export function RodaFields({ draft, onChange }: { draft: RodaDraft; onChange: (draft: RodaDraft) => void }) {
  const now = useNow()
  const parsed = parseRoda(draft)
  const faults = parsed.plan ? {} : parsed.faults
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label="Quantas pessoas"
          inputMode="numeric"
          value={draft.members}
          error={faults.members}
          onChange={(event) => onChange({ ...draft, members: event.currentTarget.value })}
        />
        <TextInput
          label="Quanto por mês"
          inputMode="decimal"
          leftSection="R$"
          leftSectionWidth={42}
          value={draft.amount}
          error={faults.amount}
          onChange={(event) => onChange({ ...draft, amount: event.currentTarget.value })}
        />
        <TextInput
          label="Em quantos meses"
          placeholder={parsed.plan ? String(parsed.months) : undefined}
          inputMode="numeric"
          value={draft.months}
          error={faults.months}
          onChange={(event) => onChange({ ...draft, months: event.currentTarget.value })}
        />
      </SimpleGrid>
      {parsed.plan && (
        <Text size="sm" role="status">
          {rodaText(parsed, periodOf(now))}
        </Text>
      )}
    </>
  )
}
