import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { tidyText } from '#contracts/forms/clean-line.ts'
import { CASE_TEXT_MAX } from '#contracts/limits.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { useDraft } from '#web/ui/useDraft.ts'
import { useAppeal } from './api.ts'
import type { Case } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** The one appeal that a case can have, by either of its parties while there is time. */
export function AppealForm({ of }: { of: Case }) {
  const appeal = useAppeal(of.id)
  const [reason, setReason, forget] = useDraft(`recurso:${of.id}`, '')
  const [isOpen, setOpen] = useState(reason !== '')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim() || appeal.isPending) return
    appeal.mutate({ reason: tidyText(reason) }, { onSuccess: forget })
  }
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          Não concorda com a decisão?
        </Title>
        <Text size="sm">
          Você pode recorrer até {fullMomentText(of.appeal_until)}. Cada caso tem um só recurso, de um dos dois lados.
          Quem decide é um fiscal, ou outra pessoa da administração, se houver. Até lá, a decisão vale e nenhum prazo
          para.
        </Text>
      </div>
      {isOpen ? (
        <form className="case-form" onSubmit={submit} aria-label="Recorrer da decisão">
          <Textarea
            label="Por que a decisão deve mudar"
            description="A outra parte e a administração vão ler. Depois de enviado, não se apaga nem se muda."
            autosize
            minRows={3}
            maxRows={10}
            maxLength={CASE_TEXT_MAX}
            value={reason}
            error={isMissing && !reason.trim() && 'Escreva por que a decisão deve mudar.'}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Refused error={appeal.error} otherwise="Não foi possível enviar. Tente de novo." />
          <Group gap="xs">
            <Button variant="default" mih={44} onClick={() => setOpen(false)}>
              Desistir
            </Button>
            <Button type="submit" mih={44} disabled={appeal.isPending}>
              {appeal.isPending ? 'Enviando...' : 'Enviar recurso'}
            </Button>
          </Group>
        </form>
      ) : (
        <div>
          <Button variant="default" mih={44} onClick={() => setOpen(true)}>
            Recorrer
          </Button>
        </div>
      )}
    </Stack>
  )
}
