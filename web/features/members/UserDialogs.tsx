import { Suspense } from 'react'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'
import type { User } from './api.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { dialogSearch } from './search.ts'
import { StandingDialog } from './StandingDialog.tsx'
import { nameOf } from './user-list.ts'
import type { UserAction } from './UserCard.tsx'

// The edit form brings the contract's validation with it: downloaded when it is first opened.
const ProfileDialog = lazyPart(() => import('./ProfileDialog.tsx'))
const HelperDialog = lazyPart(() => import('./HelperDialog.tsx'))
const EditDialog = lazyPart(() => import('./EditDialog.tsx'))

type Props = {
  readonly action: UserAction
  readonly user: User
  readonly isSelf: boolean
  readonly onAsk: (action: UserAction) => void
  readonly onClose: () => void
  readonly onDone: (message: string) => void
}

/** The dialog that the address says is open. A part of its own, so that opening one does not draw the list anew. */
export function UserDialogInAddress({
  users,
  selfId,
  onAsk,
  ...ends
}: {
  users: readonly User[]
  selfId: string | undefined
  onAsk: (action: UserAction, id: string) => void
} & Pick<Props, 'onClose' | 'onDone'>) {
  const [{ usuario, acao = 'perfil' }] = useUrlState(dialogSearch)
  const user = users.find(({ id }) => id === usuario)
  if (!user) return null
  return (
    <UserDialogs
      {...ends}
      action={acao}
      user={user}
      isSelf={user.id === selfId}
      onAsk={(action) => onAsk(action, user.id)}
    />
  )
}

/** The dialog over the list: a profile, the edit form or the approval question. */
function UserDialogs({ action, user, isSelf, onAsk, onClose, onDone }: Props) {
  const verb = ({ suspender: 'suspend', retirar: 'remove', reabrir: 'reinstate' } as const)[action as 'suspender']
  return (
    <Suspense fallback={null}>
      {action === 'perfil' && <ProfileDialog user={user} onClose={onClose} onAsk={onAsk} />}
      <Acting>
        {' '}
        {action === 'editar' && (
          <EditDialog
            key={user.id}
            user={user}
            isSelf={isSelf}
            onClose={onClose}
            onSaved={() => onDone('Usuário atualizado com sucesso!')}
          />
        )}
        {action === 'ajuda' && <HelperDialog user={{ id: user.id, name: nameOf(user) }} onClose={onClose} />}
        {verb && (
          <StandingDialog key={`${user.id} ${verb}`} user={user} verb={verb} onClose={onClose} onDone={onDone} />
        )}
        {action === 'aprovar' && (
          // Of its own for each person: an answer that comes late closes no other's.
          <ApproveDialog
            key={user.id}
            user={user}
            onClose={onClose}
            onApproved={() => onDone(say('Usuário aprovado com sucesso!'))}
          />
        )}
      </Acting>{' '}
    </Suspense>
  )
}
