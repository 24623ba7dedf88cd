import { Suspense, useState } from 'react'
import type { ApprovalSummary } from '#contracts/approvals.ts'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import type { Outcome, QueueEntry, User } from './api.ts'
import { QueueModal } from './dialogs/QueueModal.tsx'
import type { QueueAction } from './QueueActions.tsx'
import { entriesOf } from './queue-list.ts'
import type { QueueLevel } from './queue-list.ts'

// A dialog is fetched when it is first opened.
const AddDialog = lazyPart(() => import('./dialogs/AddDialog.tsx'))
const ChooseMemberDialog = lazyPart(() => import('./dialogs/ChooseMemberDialog.tsx'))
const DetailsDialog = lazyPart(() => import('./dialogs/DetailsDialog.tsx'))
const RemoveDialog = lazyPart(() => import('./dialogs/RemoveDialog.tsx'))
const MoveToEndDialog = lazyPart(() => import('./dialogs/MoveToEndDialog.tsx'))
const SwapDialog = lazyPart(() => import('./dialogs/SwapDialog.tsx'))
const BulkRemoveDialog = lazyPart(() => import('./dialogs/BulkRemoveDialog.tsx'))
const OrderDialog = lazyPart(() => import('./dialogs/OrderDialog.tsx'))
const BulkAddDialog = lazyPart(() => import('./dialogs/BulkAddDialog.tsx'))

/**
 * The open dialog and its subject. Dialogs about a place keep it as it was when opened, because others may move or
 * remove it.
 */
export type OpenDialog =
  | { readonly kind: 'add'; readonly user: User }
  | { readonly kind: 'choose'; readonly position: number }
  | { readonly kind: 'details' | 'remove'; readonly entry: QueueEntry }
  | { readonly kind: QueueAction | 'order' }

type Props = {
  readonly open: OpenDialog | null
  readonly level: QueueLevel
  readonly queue: readonly QueueEntry[]
  readonly users: readonly User[]
  readonly waiting: readonly User[]
  readonly reload: () => Promise<{ queue: readonly QueueEntry[]; users: readonly User[] }>
  readonly onOpen: (dialog: OpenDialog | null) => void
  readonly onDone: (notice: string) => void
}

export function QueueDialogs({ onDone, ...props }: Props) {
  const [proposed, setProposed] = useState<ApprovalSummary | null>(null)
  const close = () => {
    setProposed(null)
    props.onOpen(null)
  }
  if (!props.open) return null
  if (proposed)
    return (
      <QueueModal title="Mudança de lugares" onClose={close}>
        <Proposed approval={proposed} />
      </QueueModal>
    )
  const done = (outcome: Outcome) => (typeof outcome === 'string' ? onDone(outcome) : setProposed(outcome))
  const dialog = <Dialog {...props} open={props.open} onDone={done} />
  return <Suspense fallback={null}>{props.open.kind === 'details' ? dialog : <Acting>{dialog}</Acting>}</Suspense>
}

type DialogProps = Omit<Props, 'onDone'> & {
  readonly open: OpenDialog
  readonly onDone: (outcome: Outcome) => void
}

function Dialog({ open, level, queue, users, waiting, reload, onOpen, onDone }: DialogProps) {
  const entries = entriesOf(queue, level)
  const common = { onClose: () => onOpen(null), onDone }
  switch (open.kind) {
    case 'add':
      return <AddDialog {...common} user={open.user} level={level} entries={entries} />
    case 'choose':
      return <ChooseMemberDialog {...common} position={open.position} level={level} waiting={waiting} />
    case 'details':
      return (
        <DetailsDialog
          opened={open.entry}
          current={queue.find((entry) => entry.id === open.entry.id)}
          users={users}
          onRemove={(entry) => onOpen({ kind: 'remove', entry })}
          onClose={common.onClose}
        />
      )
    case 'remove':
      return <RemoveDialog {...common} entry={open.entry} entries={entries} />
    case 'moveToEnd':
      return <MoveToEndDialog {...common} entries={entries} />
    case 'swap':
      return <SwapDialog {...common} entries={entries} />
    case 'order':
      return <OrderDialog {...common} entries={entries} />
    case 'bulkRemove':
      return <BulkRemoveDialog entries={entries} onClose={common.onClose} />
    case 'bulkAdd':
      return <BulkAddDialog queue={queue} users={users} reload={reload} onClose={common.onClose} />
  }
}
