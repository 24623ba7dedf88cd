import { Stack, Text, Title } from '@mantine/core'
import { BankStatement } from '#web/features/donations/bank-statement/BankStatement.tsx'
import { SigningNote } from '#web/features/session/SigningNote.tsx'

export default function BankStatementPage() {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Conferir pelo extrato
        </Title>
        <Text c="dimmed">
          Abra o extrato do seu banco, e a Ciranda acha nele o que chegou e o que saiu. O arquivo é lido neste aparelho
          e não vai a lugar nenhum. Sem o arquivo, marque o que você já conferiu.
        </Text>
      </div>
      <SigningNote />
      <BankStatement />
    </Stack>
  )
}
