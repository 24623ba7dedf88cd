import { Alert, Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AppealDecision, DonationOutcome } from '#contracts/labels.ts'
import type { ReportCase } from '#contracts/entities/case.ts'
import { CASE_TEXT_MAX } from '#contracts/limits.ts'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { useDecideAppeal } from './api.ts'
import { outcomeLabels, outcomesFor } from './report-text.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** The decision on an open appeal, for an administrator who took no part in the first one, or a fiscal. */
export default function AppealForm({ of }: { of: ReportCase }) {
  const decide = useDecideAppeal(of.id)
  const [decision, setDecision] = useState<AppealDecision>('UPHELD')
  const [outcome, setOutcome] = useState<DonationOutcome>('keep')
  const [texts, setTexts, forget] = useDraft(`recurso-decidido:${of.id}`, { message: '', notes: '' })
  const [isMissing, setMissing] = useState(false)
  if (of.appeal !== 'open') return null
  if (decide.data?.approval) return <Proposed approval={decide.data.approval} />
  if (!of.allowed.includes('decide_appeal'))
    return (
      <Alert color="gray">
        Há um recurso a decidir. Você tomou parte na primeira decisão ou só acompanha: decide outra pessoa da
        administração.
      </Alert>
    )
  const outcomes = outcomesFor(decision === 'CHANGED' ? 'RESOLVED' : 'REJECTED', of.donation_status)
  const becomes = outcomes.includes(outcome) ? outcome : 'keep'
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!texts.message.trim())
    if (!texts.message.trim() || decide.isPending) return
    decide.mutate(
      { decision, message: texts.message.trim(), admin_notes: texts.notes, donation_outcome: becomes },
      { onSuccess: forget },
    )
  }
  return (
    <form onSubmit={submit} aria-label="Decidir o recurso">
      <Stack gap="sm">
        <Text fw={700}>Decidir o recurso</Text>
        <NativeSelect
          label="A primeira decisão"
          value={decision}
          onChange={(event) => setDecision(event.currentTarget.value as AppealDecision)}
          data={[
            { value: 'UPHELD', label: 'Vale' },
            { value: 'CHANGED', label: 'Estava errada: muda' },
          ]}
        />
        <NativeSelect
          label="O que acontece com a doação"
          description={
            outcomes.length === 1 && decision === 'CHANGED'
              ? 'Ela já terminou, e o que termina não se desfaz. O recurso reconhece o erro; o dinheiro volta entre as pessoas.'
              : undefined
          }
          value={becomes}
          disabled={outcomes.length === 1}
          onChange={(event) => setOutcome(event.currentTarget.value as DonationOutcome)}
          data={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
        />
        <Textarea
          label="Motivo"
          description="Os dois lados vão ler."
          withAsterisk
          autosize
          minRows={3}
          maxRows={10}
          maxLength={CASE_TEXT_MAX}
          value={texts.message}
          error={isMissing && !texts.message.trim() && 'Escreva o motivo, que os dois lados vão ler.'}
          onChange={(event) => setTexts({ ...texts, message: event.currentTarget.value })}
        />
        <Textarea
          label="Notas administrativas"
          description="Só a administração lê."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          value={texts.notes}
          onChange={(event) => setTexts({ ...texts, notes: event.currentTarget.value })}
        />
        <Refused error={decide.error} otherwise="Não foi possível decidir o recurso. Tente de novo." />
        {becomes !== 'keep' && <ApprovalNote />}
        <div className="ask-buttons">
          <Button type="submit" disabled={decide.isPending}>
            {decide.isPending ? 'Enviando...' : 'Decidir o recurso'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
