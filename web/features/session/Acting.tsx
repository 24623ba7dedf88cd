import type { ReactNode } from 'react'
import { useAuth } from './useAuth.ts'

/**
 * Every control and dialog of the console that changes something stands in one of these: it is there for those who
 * administer, and not for an auditor, whom the server would refuse.
 */
export function Acting({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return user?.auditor ? null : children
}
