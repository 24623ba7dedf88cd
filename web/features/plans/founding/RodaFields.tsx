import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { TWO_FROM } from '../roda.ts'
import type { RodaDraft } from '../roda.ts'

type Props = {
  readonly roda: RodaDraft
  readonly hasTwo: boolean
  readonly membersFault: string | undefined
  readonly amountFault: string | undefined
  readonly onRoda: (roda: RodaDraft) => void
  readonly onTwo: (hasTwo: boolean) => void
}

/** How many take part in the roda and how much each gives, and whether somebody may have two places in it. */
export function RodaFields({ roda, hasTwo, membersFault, amountFault, onRoda, onTwo }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 2 }}>
        <TextInput
          label="Quantas pessoas"
          inputMode="numeric"
          value={roda.members}
          error={membersFault}
          onChange={({ currentTarget }) => onRoda({ ...roda, members: currentTarget.value })}
        />
        <TextInput
          label="Quanto por mês"
          inputMode="decimal"
          leftSection="R$"
          leftSectionWidth={42}
          value={roda.amount}
          error={amountFault}
          onChange={({ currentTarget }) => onRoda({ ...roda, amount: currentTarget.value })}
        />
      </SimpleGrid>
      {Number(roda.members) >= TWO_FROM && (
        <details>
          <summary>Alguém vai ter dois lugares?</summary>
          <Checkbox
            mt="xs"
            label="Alguém pode ter dois lugares"
            description="Conte os lugares: quem tem dois conta duas vezes."
            checked={hasTwo}
            onChange={({ currentTarget }) => onTwo(currentTarget.checked)}
          />
        </details>
      )}
    </>
  )
}
