import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { BankHelp } from '#web/features/circle/BankHelp.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { useRejectReceipt } from './api.ts'
import { say } from '#web/text/say.ts'
import type { Donation } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const NEEDS_REASON = 'Por favor, diga o que você conferiu'

/** The receiver says that the money did not come, with a reason that the donor reads. It says first what happens then. */
export function RejectDialog({ donation, onClose }: { donation: Donation; onClose: () => void }) {
  const reject = useRejectReceipt()
  // The receipt that this dialog was opened for: one that comes meanwhile is not rejected unseen.
  const [seenAt] = useState(donation.receipt_sent_at)
  const [reason, setReason, forget] = useDraft(`recusa:${donation.id}`, '')
  const [isMissing, setMissing] = useState(false)
  const isSecond = donation.rejections.length > 0

  const leave = () => {
    forget()
    onClose()
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim() || reject.isPending) return
    reject.mutate({ donation, reason: reason.trim(), seenAt }, { onSuccess: leave })
  }

  return (
    <Modal opened onClose={onClose} title="Não recebi" centered>
      <form onSubmit={submit}>
        <Stack>
          <Text>
            Confira o extrato primeiro: um PIX pode levar alguns minutos. Se{' '}
            <b>{moneyText(donation.receipt_amount ?? donation.amount)}</b> de <b>{donation.donor.name}</b> não entrou,
            conte aqui o que você conferiu.
          </Text>
          <Textarea
            label="O que você conferiu?"
            description="Quem doa e a administração leem esta resposta."
            withAsterisk
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            error={isMissing && NEEDS_REASON}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="sm">
            {isSecond
              ? say(
                  'É a segunda vez: a doação volta a esperar por um comprovante, e um report é aberto para a administração decidir com vocês dois.',
                )
              : 'A doação volta a esperar por um comprovante. Quem doa lê o motivo e pode enviar outro no tempo que ainda tinha, com dois dias pelo menos. Este comprovante continua guardado.'}
          </Text>
          <BankHelp />
          <Refused error={reject.error} otherwise="Erro ao recusar comprovante" />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" variant="outline" color="red" disabled={reject.isPending}>
              {reject.isPending ? 'Enviando...' : 'Recusar comprovante'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
