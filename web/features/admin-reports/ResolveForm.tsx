import { Alert, Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { resolutions } from '#contracts/labels.ts'
import type { DonationOutcome, Resolution } from '#contracts/labels.ts'
import { failureText } from '#web/api/client.ts'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import type { ReportDetails, Resolve } from './api.ts'
import { say } from '#web/text/say.ts'
import { effectOf, outcomeHint, outcomeLabels, outcomesFor, resolutionHints, resolutionLabels } from './report-text.ts'

const MISSING = {
  message: 'A mensagem de resolução é obrigatória',
  notes: 'As notas administrativas são obrigatórias',
} as const

type Props = { readonly report: ReportDetails; readonly resolve: Resolve; readonly onCancel: () => void }

/**
 * The decision: what it is, what becomes of the donation, what the reporter reads and what only administrators read.
 */
export function ResolveForm({ report, resolve, onCancel }: Props) {
  const { mutate, isPending, error } = resolve
  const [resolution, setResolution] = useState<Resolution>('RESOLVED')
  const [outcome, setOutcome] = useState<DonationOutcome>('keep')
  const [texts, setTexts, forget] = useDraft(`decisao:${report.id}`, { message: '', notes: '' })
  const [left, setLeft] = useState({ message: false, notes: false })
  const outcomes = outcomesFor(resolution, report.case)
  // An outcome that the chosen resolution or the donation's new state no longer allows falls back to 'keep'.
  const becomes = outcomes.includes(outcome) ? outcome : 'keep'
  const effect = effectOf(resolution, becomes, report.case)
  const isDecided = resolution === 'RESOLVED' || resolution === 'REJECTED'
  const isComplete = texts.message.trim() !== '' && texts.notes.trim() !== ''
  const field = (name: 'message' | 'notes') => ({
    value: texts[name],
    error: left[name] && texts[name].trim() === '' && MISSING[name],
    onChange: (event: React.ChangeEvent<HTMLTextAreaElement>) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
    onBlur: () => setLeft({ ...left, [name]: true }),
  })
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isComplete || isPending) return
    const [message, notes] = [texts.message.trim(), texts.notes.trim()]
    mutate(
      { resolution, resolution_message: message, admin_notes: notes, donation_outcome: becomes },
      { onSuccess: forget },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          data-autofocus
          label="Tipo de resolução"
          description={say(resolutionHints[resolution])}
          value={resolution}
          onChange={(event) => setResolution(event.currentTarget.value as Resolution)}
          data={resolutions.map((value) => ({ value, label: resolutionLabels[value] }))}
        />
        <NativeSelect
          label="O que acontece com a doação"
          description={isDecided ? outcomeHint({ outcome: becomes, effect }, report.donation_status) : undefined}
          value={becomes}
          disabled={outcomes.length === 1}
          onChange={(event) => setOutcome(event.currentTarget.value as DonationOutcome)}
          data={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        />
        <Textarea
          label="Mensagem para o usuário"
          description="Os dois lados vão ler, com o motivo da decisão."
          withAsterisk
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          {...field('message')}
        />
        <Textarea
          label="Notas administrativas"
          description="Só a administração lê."
          withAsterisk
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4000}
          {...field('notes')}
        />
        {error && (
          <Alert color="red" role="alert">
            {say('Erro ao resolver report:')} {failureText(error, 'Erro desconhecido')}
          </Alert>
        )}
        {effect !== 'stays' && <ApprovalNote />}
        <DialogButtons>
          <Button variant="default" px="md" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" px="md" disabled={!isComplete || isPending}>
            {isPending ? 'Enviando...' : 'Confirmar resolução'}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
