import { Button, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DonationOutcome } from '#contracts/labels.ts'
import { CASE_TEXT_MAX } from '#contracts/limits.ts'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { outcomeLabels } from './report-text.ts'

type Verdict<Choice> = { choice: Choice; outcome: DonationOutcome; message: string; notes: string }

type Props<Choice extends string> = {
  /** The form and its button say it. */
  readonly title: string
  readonly question: string
  readonly choices: readonly { readonly value: Choice; readonly label: string }[]
  /** The donation may end so with this choice. */
  readonly outcomesWith: (choice: Choice) => readonly DonationOutcome[]
  /** Said beside the donation's outcome where this choice leaves none. */
  readonly ended?: { readonly choice: Choice; readonly text: string }
  /** The draft's name on this device. */
  readonly draft: string
  /** Whether the administration gets a text of its own. */
  readonly hasNotes: boolean
  readonly isPending: boolean
  readonly error: unknown
  readonly otherwise: string
  readonly decide: (verdict: Verdict<Choice>, forget: () => void) => void
}

/** A decision between two sides: what it is, what becomes of the donation, and why. */
export function VerdictForm<Choice extends string>(props: Props<Choice>) {
  const { title, question, choices, ended, hasNotes, isPending } = props
  const [choice, setChoice] = useState<Choice>(choices[0]!.value)
  const [outcome, setOutcome] = useState<DonationOutcome>('keep')
  const [texts, setTexts, forget] = useDraft(props.draft, { message: '', notes: '' })
  const [isMissing, setMissing] = useState(false)
  const outcomes = props.outcomesWith(choice)
  const becomes = outcomes.includes(outcome) ? outcome : 'keep'
  const message = texts.message.trim()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!message)
    if (message && !isPending) props.decide({ choice, outcome: becomes, message, notes: texts.notes }, forget)
  }
  return (
    <form onSubmit={submit} aria-label={title}>
      <Stack gap="sm">
        <Text fw={700}>{title}</Text>
        <NativeSelect
          label={question}
          value={choice}
          onChange={(event) => setChoice(event.currentTarget.value as Choice)}
          data={[...choices]}
        />
        <NativeSelect
          label="O que acontece com a doação"
          description={outcomes.length === 1 && choice === ended?.choice ? ended.text : undefined}
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
          error={isMissing && !message && 'Escreva o motivo, que os dois lados vão ler.'}
          onChange={(event) => setTexts({ ...texts, message: event.currentTarget.value })}
        />
        {hasNotes && (
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
        )}
        <Refused error={props.error} otherwise={props.otherwise} />
        {becomes !== 'keep' && <ApprovalNote />}
        <div className="ask-buttons">
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Enviando...' : title}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
