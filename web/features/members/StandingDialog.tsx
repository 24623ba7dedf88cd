import { Button, Modal, Stack, Text, Textarea } from '@mantine/core'
import { isClosed } from '#contracts/labels.ts'
import { STANDING_REASON_MAX } from '#contracts/limits.ts'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useChangeStanding } from './api.ts'
import type { StandingVerb, User } from './api.ts'
import { nameOf } from './user-list.ts'
import { Refused } from '#web/ui/Refused.tsx'

const words = {
  suspend: {
    title: 'Suspender',
    does: 'perde os lugares e deixa de dever o que não pagou, até que você reabra a conta. O que recebeu a mais do que deu a uma roda continua a dever. Num círculo real ainda entra para ler, contestar e levar os seus dados.',
    done: 'Conta suspensa.',
  },
  remove: {
    title: 'Retirar do círculo',
    does: 'perde os lugares e deixa de dever o que não pagou. O que recebeu a mais do que deu a uma roda continua a dever. Num círculo real ainda entra para ler, contestar e levar os seus dados, que continuam guardados.',
    done: 'Pessoa retirada do círculo.',
  },
  reinstate: {
    title: 'Reabrir a conta',
    does: 'volta a participar do círculo, sem os lugares que tinha.',
    done: 'Conta reaberta.',
  },
} as const satisfies Record<StandingVerb, object>

const welcome = {
  title: 'Receber de volta',
  does: 'volta a participar da roda. Depois, em “A ordem”, dê um lugar que esteja livre.',
  done: 'Pessoa de volta à roda.',
} as const

type Props = {
  readonly user: User
  readonly verb: StandingVerb
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** Suspends, removes or reinstates somebody, with the reason that they read. */
export function StandingDialog({ user, verb, onClose, onDone }: Props) {
  const [reason, setReason, forget] = useDraft(`situacao:${user.id}:${verb}`, '')
  const { mutate, isPending, error, data } = useChangeStanding()
  const { title, does, done } = verb === 'reinstate' && !isClosed(user.status) ? welcome : words[verb]
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    if (isPending || reason.trim() === '') return
    const onSuccess = ({ approval }: { approval?: unknown }) => {
      forget()
      if (!approval) onDone(done)
    }
    mutate({ id: user.id, verb, reason }, { onSuccess })
  }
  if (data?.approval)
    return (
      <Modal opened onClose={onClose} title={title} centered>
        <Proposed approval={data.approval} />
      </Modal>
    )
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <form onSubmit={send}>
        <Stack>
          <Text className="wrap-anywhere">
            <b>{nameOf(user)}</b> {does}
          </Text>
          <Textarea
            label="Motivo"
            description="A pessoa vai lê-lo, no aviso e por carta."
            data-autofocus
            autosize
            minRows={2}
            maxLength={STANDING_REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {verb !== 'reinstate' && <ApprovalNote when="De quem tem lugar, contas a acertar ou algo em aberto," />}
          <Refused error={error} otherwise="Não foi possível mudar a situação desta pessoa." />
          <DialogButtons onCancel={onClose}>
            <Button
              type="submit"
              color={verb === 'reinstate' ? undefined : 'red'}
              disabled={isPending || reason.trim() === ''}
            >
              {isPending ? 'Fazendo...' : title}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
