import { Alert, Button, Modal, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BankHelp } from '#web/features/circle/BankHelp.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { useLater } from '#web/ui/useLater.ts'
import { useReportDonation } from './api.ts'
import type { Donation } from './api.ts'
import { say } from '#web/text/say.ts'
import { reportedText } from './status-text.ts'
import type { Side } from './status-text.ts'
import { Refused } from '#web/ui/Refused.tsx'

const CLOSES_AFTER_MS = 3_000

export function ReportDialog({ donation, side, onClose }: { donation: Donation; side: Side; onClose: () => void }) {
  const report = useReportDonation()
  const [reason, setReason, forgetReason] = useDraft(`report:${donation.id}`, '')
  const [additionalInfo, setAdditionalInfo, forgetMore] = useDraft(`report-mais:${donation.id}`, '')
  const [isMissing, setMissing] = useState(false)

  // As the donation was before it was reported.
  const [told] = useState(() => reportedText(donation, side, Date.now()))
  useLater(report.isSuccess, CLOSES_AFTER_MS, onClose)

  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim()) return
    const onSuccess = () => {
      forgetReason()
      forgetMore()
    }
    report.mutate({ donation, reason: reason.trim(), additionalInfo: additionalInfo.trim() }, { onSuccess })
  }

  return (
    <Modal opened onClose={onClose} title="Reportar doação" centered>
      {report.isSuccess ? (
        <Alert color="mata" role="status">
          {told}
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <Textarea
              label="Motivo"
              withAsterisk
              autosize
              minRows={2}
              maxLength={1000}
              value={reason}
              error={isMissing && 'Por favor, informe o motivo do reporte'}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Textarea
              label="Informações adicionais"
              autosize
              minRows={2}
              maxLength={2000}
              value={additionalInfo}
              onChange={(event) => setAdditionalInfo(event.currentTarget.value)}
            />
            <BankHelp />
            <Refused error={report.error} otherwise="Erro ao enviar reporte" />
            <DialogButtons onCancel={onClose}>
              <Button type="submit" color="red" disabled={report.isPending}>
                {report.isPending ? 'Enviando...' : say('Enviar report')}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
