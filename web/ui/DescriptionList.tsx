import './DescriptionList.css'
import type { ReactNode } from 'react'

export type Description = { readonly name: string; readonly value: ReactNode; readonly isWide?: boolean }

/** Names and what stands under each; those without a value are left out. */
export function DescriptionList({ items }: { items: readonly (Description | null)[] }) {
  return (
    <dl className="description-list">
      {items.map(
        (item) =>
          item && (
            <div key={item.name} data-wide={item.isWide || undefined}>
              <dt>{item.name}</dt>
              <dd>{item.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
