import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { silenceDays } from '#contracts/approvals.ts'
import type { ApprovalState } from '#contracts/approvals.ts'
import { approvalKindLabels } from '#contracts/labels.ts'
import { decidesHere, isDemanded } from '#web/api/signed-request.ts'
import { momentText } from '#web/text/dates.ts'
import { useHolder } from '#web/features/circle/useHolder.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { useDecide } from './api.ts'
import { ApproveProposal } from './ApproveProposal.tsx'
import type { AdminApproval } from './api.ts'
import { ChangeList } from '#web/features/circle/ChangeList.tsx'
import { Refused } from '#web/ui/Refused.tsx'

export const stateLabels: Readonly<Record<ApprovalState, string>> = {
  proposed: 'Espera',
  executed: 'Feita',
  rejected: 'Recusada',
  withdrawn: 'Retirada',
  expired: 'Sem validade',
  failed: 'Não pôde ser feita',
}

/** A proposal: what would change, for whom, until when, and what the reader may do about it. */
export function ApprovalCard({ approval }: { approval: AdminApproval }) {
  const { id, kind, state, changes, proposed_by, proposed_at, touched, objections, failure } = approval
  const decide = useDecide(approval)
  const { mutate, isPending, error } = decide
  const holder = useHolder()
  const { data: isSigned } = useQuery({ queryKey: ['device-keys', 'decides', holder], queryFn: decidesHere })
  const [isReading, setReading] = useState(false)
  // Where another device of theirs signs, so does this one: what it signs is read first.
  const reads = (refused: unknown) => setReading(isDemanded(refused))
  const title = `approval-${id}`
  return (
    <Paper withBorder p="lg" radius="md" component="article" aria-labelledby={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={3} size="h5" id={title}>
            {approvalKindLabels[kind]}
          </Title>
          <Badge variant="light">{stateLabels[state]}</Badge>
        </Group>
        <Text size="sm">
          {approval.is_own ? 'Você propôs' : `${proposed_by} propôs`} em {momentText(proposed_at)}.
        </Text>
        <ChangeList changes={changes} />
        {touched.count > 0 && (
          <Text size="sm" className="wrap-anywhere">
            Toca {touched.names.join(', ')}
            {touched.count > touched.names.length && ` e mais ${touched.count - touched.names.length}`}.
          </Text>
        )}
        {objections.map(({ name, at }) => (
          <Alert key={name + at} color="yellow" className="wrap-anywhere">
            {name} discorda desde {momentText(at)}.
          </Alert>
        ))}
        <Text size="sm">{whenText(approval)}</Text>
        {approval.is_own_matter && !approval.is_own && (
          <Text size="sm">É assunto seu, ou de quem agora doa a você ou recebe de você. Outra pessoa decide.</Text>
        )}
        {failure !== null && <Alert color="red">{failure}</Alert>}
        <Refused error={error} otherwise="Não foi possível decidir a proposta." />
        <Acting>
          {state === 'proposed' && (approval.is_own || !approval.is_own_matter) && (
            <Group>
              {approval.may_approve && (
                <Button
                  mih={44}
                  disabled={isPending}
                  onClick={() => (isSigned ? setReading(true) : mutate({ decision: 'approve' }, { onError: reads }))}
                >
                  Aprovar
                </Button>
              )}
              <Button
                variant="default"
                mih={44}
                disabled={isPending}
                onClick={() => mutate({ decision: approval.is_own ? 'withdraw' : 'reject' })}
              >
                {approval.is_own ? 'Retirar a proposta' : 'Recusar'}
              </Button>
            </Group>
          )}
        </Acting>
        {isReading && <ApproveProposal approval={approval} decide={decide} onClose={() => setReading(false)} />}
      </Stack>
    </Paper>
  )
}

function whenText({ kind, state, due_at, expires_at, ended_at, decided_by, objections }: AdminApproval): string {
  if (state !== 'proposed')
    return `${decided_by ? `Decidida por ${decided_by}` : 'Encerrada'} em ${momentText(ended_at ?? expires_at)}.`
  if (due_at === null)
    return `Espera por um fiscal, ou por outra pessoa da administração, até ${momentText(expires_at)}.`
  if (objections.length > 0) return 'Não acontece enquanto alguém discordar.'
  const who = silenceDays[kind] ? 'ninguém a quem falta dinheiro' : 'ninguém'
  return `Se ${who} discordar, acontece em ${momentText(due_at)}.`
}
