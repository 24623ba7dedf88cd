import './Facts.css'
import type { ReactNode } from 'react'

export type Fact = { readonly name: string; readonly value: ReactNode; readonly isWide?: boolean }

/** Names and what stands under each; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className="facts">
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.name} data-wide={fact.isWide || undefined}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
