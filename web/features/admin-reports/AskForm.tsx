import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dayOf } from '#contracts/age.ts'
import { CASE_ANSWER_DAYS_MAX, CASE_TEXT_MAX } from '#contracts/limits.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useNow } from '#web/ui/useNow.ts'
import { useAsk } from './api.ts'
import type { ReportDetails } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const DAY_MS = 86_400_000
/** The days for an answer that the form proposes. */
const USUAL_DAYS = 3

/** Asks one side of an open report for something until a day, beside what was said so far. */
export function AskForm({ report }: { report: ReportDetails }) {
  const now = useNow()
  const ask = useAsk(report.id)
  const [of, setOf] = useState<'donor' | 'receiver'>(report.reporterId === report.donor.id ? 'receiver' : 'donor')
  const [text, setText] = useDraft(`pedido:${report.id}`, '')
  const [isOpen, setOpen] = useState(text !== '')
  const [until, setUntil] = useState(dayOf(now + USUAL_DAYS * DAY_MS))
  const [isMissing, setMissing] = useState(false)
  if (!report.case.allowed.includes('ask')) return null
  if (!isOpen)
    return (
      <div className="ask">
        {ask.isSuccess && (
          <Text size="sm" role="status">
            Pedido enviado: os dois lados foram avisados.
          </Text>
        )}
        <Button variant="default" onClick={() => setOpen(true)}>
          Pedir algo a um dos lados
        </Button>
      </div>
    )
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!text.trim())
    if (!text.trim() || ask.isPending) return
    ask.mutate(
      { of, text: text.trim(), until },
      {
        onSuccess: () => {
          setText('')
          setOpen(false)
        },
      },
    )
  }
  const sides = [
    { value: 'donor', label: `Quem doa: ${report.donor.name}` },
    ...(report.receiver.id === null ? [] : [{ value: 'receiver', label: `Quem recebe: ${report.receiver.name}` }]),
  ]
  return (
    <form className="ask" onSubmit={submit} aria-label="Pedir algo a um dos lados">
      <Stack gap="sm">
        <NativeSelect
          label="A quem"
          value={of}
          onChange={(event) => setOf(event.currentTarget.value as 'donor' | 'receiver')}
          data={sides}
        />
        <Textarea
          label="O que você pede"
          description="Os dois lados vão ler."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={CASE_TEXT_MAX}
          value={text}
          error={isMissing && !text.trim() && 'Escreva o que você pede.'}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Até que dia"
          value={until}
          min={dayOf(now)}
          max={dayOf(now + CASE_ANSWER_DAYS_MAX * DAY_MS)}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
        <Refused error={ask.error} otherwise="Não foi possível enviar o pedido. Tente de novo." />
        <div className="ask-buttons">
          <Button variant="default" onClick={() => setOpen(false)}>
            Desistir
          </Button>
          <Button type="submit" disabled={ask.isPending}>
            {ask.isPending ? 'Enviando...' : 'Enviar pedido'}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
