import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way back to the list of doors that a page stands behind. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="back-link" activeOptions={{ exact: true }}>
      <span aria-hidden="true">‹ </span>
      {children}
    </Link>
  )
}
