import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import type { QueueEntry, User } from './api.ts'
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

export function QueueDialogs(props: Props) {
  if (!props.open) return null
  const dialog = <Dialog {...props} open={props.open} />
  return <Suspense fallback={null}>{props.open.kind === 'details' ? dialog : <Acting>{dialog}</Acting>}</Suspense>
}

function Dialog({ open, level, queue, users, waiting, reload, onOpen, onDone }: Props & { readonly open: OpenDialog }) {
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
      return <RemoveDialog {...common} entry={open.entry} />
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
