import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useConfirmDonation } from './api.ts'
import type { Donation } from './api.ts'
import { isUnanswered } from './each.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { tellLost, useTellConfirmed } from './useTellConfirmed.ts'

/** Of a part: how much of the whole it is, and what is still to come. */
function partText({ receipt_amount: part, amount, missing }: Donation): string {
  if (part === null) return ''
  if (part === missing) return ` É o que faltava de ${moneyText(amount)}.`
  return ` É uma parte de ${moneyText(amount)}: depois ainda faltam ${moneyText(missing - part)}.`
}

/** Confirming cannot be undone, so it requires the statement that the money was seen on the bank statement. */
export function ConfirmDialog({ donation, onClose }: { donation: Donation; onClose: () => void }) {
  const [isChecked, setChecked] = useState(false)
  const confirm = useConfirmDonation()
  const client = useQueryClient()
  const isIdle = confirm.isIdle || confirm.isError
  useTellConfirmed(donation, { isIdle, isTried: isUnanswered(confirm.error), onOver: onClose })
  const submit = async () => {
    try {
      await confirm.mutateAsync({ donation })
      onClose()
    } catch (error) {
      // Said below; but where the card went while the answer was awaited, this dialog is gone.
      if (isUnanswered(error)) tellLost(client, donation)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Confirmar recebimento" centered>
      <Stack>
        <Text>
          Você confirma que recebeu <b>{moneyText(donation.receipt_amount ?? donation.amount)}</b> de{' '}
          <b>{donation.donor.name}</b>? Isto não pode ser desfeito.{partText(donation)}
          {donation.payer_name && ` No extrato, o nome é o de quem pagou: ${donation.payer_name}.`}
        </Text>
        <Text size="sm">Se o comprovante diz “agendado”, o dinheiro ainda não saiu: espere ele chegar.</Text>
        <Checkbox
          label="Conferi no extrato do meu banco"
          checked={isChecked}
          onChange={(event) => setChecked(event.currentTarget.checked)}
        />
        <Refused error={confirm.error} otherwise="Erro ao confirmar recebimento" />
        <DialogButtons onCancel={onClose}>
          <Button disabled={!isChecked || confirm.isPending} onClick={() => void submit()}>
            {confirm.isPending ? 'Confirmando...' : 'Confirmar'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
