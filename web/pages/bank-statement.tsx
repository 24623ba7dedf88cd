import { Stack } from '@mantine/core'
import { BankStatement } from '#web/features/donations/bank-statement/BankStatement.tsx'
import { SigningNote } from '#web/features/session/SigningNote.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function BankStatementPage() {
  return (
    <Stack gap="lg">
      <PageHead title="Conferir pelo extrato" from="donations">
        Abra o extrato do seu banco, e a Ciranda acha nele o que chegou e o que saiu. O arquivo é lido neste aparelho e
        não vai a lugar nenhum. Sem o arquivo, marque o que você já conferiu.
      </PageHead>
      <SigningNote />
      <BankStatement />
    </Stack>
  )
}
