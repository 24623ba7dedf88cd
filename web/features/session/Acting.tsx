import type { ReactNode } from 'react'
import { isClosed } from '#contracts/labels.ts'
import { readHelper } from '#web/api/storage.ts'
import { useAuth } from './useAuth.ts'

/**
 * A control stands in one of these where the server refuses some readers: all of the console, which an auditor only reads, and
 * those by which members do for themselves what no helper does for them, nor somebody suspended.
 */
export function Acting({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return user?.auditor || (user && isClosed(user.status)) || readHelper() ? null : children
}
