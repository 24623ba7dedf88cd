import './doors.css'
import { Link } from '@tanstack/react-router'

export type Door = {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly title: string
  /** How that subject stands, in a few words; nothing where it is well. */
  readonly state?: string | null
  /** Something there waits for the reader. */
  readonly isLoud?: boolean
}

/** Doors to pages of one subject each, with their state beside them. */
export function Doors({ label, doors }: { label: string; doors: readonly Door[] }) {
  return (
    <ul className="doors" aria-label={label}>
      {doors.map(({ to, search, title, state = null, isLoud = false }) => (
        <li key={`${to} ${title}`} data-loud={isLoud || undefined}>
          <Link to={to} search={(search ?? {}) as never}>
            <span className="door-title">{title}</span>
            {state !== null && <span className="door-state">{state}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
