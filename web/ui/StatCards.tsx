import './StatCards.css'
import { Skeleton } from '@mantine/core'

export type StatCard = {
  readonly label: string
  /** Null while nobody knows. */
  readonly value: string | null
  readonly note?: string | undefined
  /** Its part of a whole, 0 to 1, drawn under it. */
  readonly share?: number | undefined
  readonly tone?: 'done' | 'wait' | 'look' | 'over'
}

/** A few numbers that sum a screen up, each with its part of the whole drawn under it. */
export function StatCards({ label, cards }: { label: string; cards: readonly StatCard[] }) {
  return (
    <dl className="stat-cards" aria-label={label}>
      {cards.map(({ label: name, value, note, share, tone = 'done' }) => (
        <div key={name} className="stat-card">
          <dt>{name}</dt>
          <dd style={{ '--characters': value?.length ?? 1 } as React.CSSProperties}>
            {value ?? <Skeleton height={27} width="60%" />}
            {note && <div className="stat-card-note">{note}</div>}
            {share !== undefined && (
              <div className="stat-card-share" data-tone={tone} aria-hidden="true">
                <span style={{ width: `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%` }} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
