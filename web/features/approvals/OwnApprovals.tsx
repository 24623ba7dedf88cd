import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { approvalKindLabels } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { resultQuery } from '#web/features/circle/api.ts'
import { momentText } from '#web/text/dates.ts'
import { useScrollToHash } from '#web/ui/useScrollToHash.ts'
import { ownApprovalsQuery, useObject } from './api.ts'
import type { MemberApproval } from './api.ts'
import { ChangeList } from '#web/features/circle/ChangeList.tsx'
import { Refused } from '#web/ui/Refused.tsx'

/** The proposed changes that touch the member, where there are any. */
export function OwnApprovals() {
  const { data } = useQuery(ownApprovalsQuery)
  useScrollToHash(data !== undefined)
  return (data ?? [])
    .filter(({ may_object }) => may_object)
    .map((approval) => <OwnApproval key={approval.id} approval={approval} />)
}

function OwnApproval({ approval }: { approval: MemberApproval }) {
  const { id, kind, changes, proposed_by, due_at, objected_at } = approval
  const { mutate, isPending, error } = useObject(id)
  const title = `approval-${id}`
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={title}>
      <Stack gap="sm" align="start">
        <Title order={2} size="h4" id={title}>
          {approvalKindLabels[kind]}
        </Title>
        <Text className="wrap-anywhere">{proposed_by} propôs uma mudança que toca você.</Text>
        {kind === 'close_circle' && <OwnLack />}
        <ChangeList changes={changes} />
        <Text size="sm">
          {objected_at !== null
            ? 'Você discorda, e quem administra já sabe.'
            : due_at === null
              ? 'Um fiscal, ou outra pessoa da administração, ainda precisa aprovar.'
              : `Se ninguém discordar, isso acontece em ${momentText(due_at)}.`}
        </Text>
        <Refused error={error} otherwise="Não foi possível registrar a sua resposta." />
        <Button
          variant="default"
          mih={44}
          disabled={isPending}
          onClick={() => mutate(objected_at === null ? 'object' : 'withdraw-objection')}
        >
          {objected_at === null ? 'Discordar' : 'Deixar de discordar'}
        </Button>
      </Stack>
    </Paper>
  )
}

/** Of a hundred names one's own may be folded: what one would lose stands by itself. */
function OwnLack() {
  const { data } = useQuery(resultQuery)
  if (!data?.own || data.own.balance >= 0) return null
  return <Text fw={600}>Faltam a você {moneyText(-data.own.balance)}.</Text>
}
