import { Text } from '@mantine/core'
import type { ApprovalChange } from '#contracts/approvals.ts'
import { fieldLabel } from './change-fields.ts'

/** So many of one kind are shown at once. */
const SHOWN = 6

/** Each thing that would change, old beside new; many of one kind under one heading, the most of them folded. */
export function ChangeList({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <dl className="description-list">
      {alike(changes).map((group, index) => (
        <div key={`${group[0]!.field} ${index}`}>
          <Text component="dt" size="sm" c="dimmed">
            {fieldLabel(group[0]!.field)}
          </Text>
          {group.slice(0, SHOWN).map(valueOf)}
          {group.length > SHOWN && (
            <dd>
              <details>
                <summary>e mais {group.length - SHOWN}</summary>
                {group.slice(SHOWN).map(({ after }, rest) => (
                  <div key={rest}>{after}</div>
                ))}
              </details>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Neighbours that only add something of the same kind stand together. */
function alike(changes: readonly ApprovalChange[]): ApprovalChange[][] {
  const groups: ApprovalChange[][] = []
  for (const change of changes) {
    const [last] = groups.at(-1) ?? []
    const isAlike = last?.field === change.field && last.before === null && change.before === null
    if (isAlike && last.after !== null && change.after !== null) groups.at(-1)!.push(change)
    else groups.push([change])
  }
  return groups
}

const valueOf = ({ before, after }: ApprovalChange, index: number) => (
  <Text component="dd" m={0} className="wrap-anywhere" key={index}>
    {before === null ? (
      (after ?? 'retirado')
    ) : (
      <>
        <s>{before}</s> → <b>{after ?? 'retirado'}</b>
      </>
    )}
  </Text>
)
