import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { approvalKindLabels } from '#contracts/labels.ts'
import { request } from '#web/api/client.ts'
import { allKeptEntries } from '#web/api/kept-ledger.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { ChangeList } from '#web/features/circle/ChangeList.tsx'
import { lookAgain } from '#web/features/circle/ledger-verdict.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { openProposal } from './open-proposal.ts'
import type { AdminApproval, useDecide } from './api.ts'

type Props = {
  readonly approval: AdminApproval
  readonly decide: ReturnType<typeof useDecide>
  readonly onClose: () => void
}

/** Before it is signed, a proposal as this device reads it out of the very text that it signs, and out of the ledger that it keeps. */
export function ApproveProposal({ approval: { id, kind }, decide, onClose }: Props) {
  const { data: circle } = useQuery(circleQuery)
  const { data, error, refetch } = useQuery({
    queryKey: ['approvals', 'opened', circle?.id, id],
    queryFn: () => opened(circle!.id, { id, kind }),
    enabled: circle !== undefined,
    gcTime: 0,
  })
  const proposal = typeof data === 'object' ? data : null
  return (
    <Modal opened onClose={onClose} title="O que você assina" centered>
      <Stack>
        {error && <Unread error={error} otherwise="Erro ao abrir a proposta" refetch={refetch} />}
        {!data && !error && <LoadingRows rows={2} label="Conferindo com o livro deste aparelho..." />}
        {data === 'differs' && (
          <Alert color="red">
            O livro guarda outra proposta, e não a que o servidor mostra. Nada foi assinado. Mostre isto ao grupo antes
            de aprovar qualquer coisa.
          </Alert>
        )}
        {data === 'unknown' && (
          <Alert color="yellow">
            O livro deste aparelho ainda não tem esta proposta, e o que não se confere não se assina. Feche, recarregue
            a página e tente de novo.
          </Alert>
        )}
        {proposal && (
          <>
            <Text fw={700}>{approvalKindLabels[kind]}</Text>
            <ChangeList changes={proposal.rows} />
            <Text size="sm">Este aparelho conferiu: é exatamente isto que está proposto no livro.</Text>
            <Refused error={decide.error} otherwise="Não foi possível decidir a proposta." />
          </>
        )}
        <DialogButtons>
          <Button variant="default" mih={44} onClick={onClose}>
            Cancelar
          </Button>
          {proposal && (
            <Button
              mih={44}
              disabled={decide.isPending}
              onClick={() =>
                decide.mutate({ decision: 'approve', bodyHash: proposal.bodyHash }, { onSuccess: onClose })
              }
            >
              Assinar e aprovar
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

async function opened(circleId: string, proposal: Pick<AdminApproval, 'id' | 'kind'>) {
  const opening = await request('GET /admin/approvals/{id}/opening', { params: { id: proposal.id } })
  const read = async () => openProposal((await allKeptEntries(circleId)) ?? [], proposal, opening)
  const found = await read()
  if (found !== null) return found
  await lookAgain()
  return (await read()) ?? ('unknown' as const)
}
