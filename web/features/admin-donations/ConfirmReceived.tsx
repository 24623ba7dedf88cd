import { Button, Checkbox, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { say } from '#web/text/say.ts'
import { useConfirm } from './api.ts'
import type { Donation } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/**
 * Whether a donation is one that the administration confirms. Who also takes part confirms what comes to them as every receiver does,
 * on their own pages.
 */
export function mayConfirmHere(
  { allowed, receiverId }: Pick<Donation, 'allowed' | 'receiverId'>,
  readerId: string | null,
): boolean {
  return receiverId !== readerId && allowed.includes('confirm')
}

/** Lets an administrator confirm a donation to the administrative account after checking its bank statement. */
export function ConfirmReceived({ donationId }: { donationId: string }) {
  const { mutate, isPending, error } = useConfirm()
  const [isChecked, setChecked] = useState(false)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{say('Esta doação é para a conta administrativa: quem confirma é a administração.')}</Text>
        <Checkbox
          label={say('Conferi no extrato do banco da conta administrativa')}
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
        <Refused error={error} otherwise="Erro ao confirmar recebimento" />
        <Button disabled={!isChecked || isPending} onClick={() => mutate(donationId)}>
          {isPending ? 'Confirmando...' : 'Confirmar recebimento'}
        </Button>
      </Stack>
    </Paper>
  )
}
