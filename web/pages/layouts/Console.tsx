import type { ReactNode } from 'react'
import { AdminShell } from '#web/features/shell/AdminShell.tsx'
import { Find } from './Find.tsx'

/** An administrator's screens: the shell of the console, with its search, which reads several features. */
export function Console({ children }: { children?: ReactNode }) {
  return <AdminShell Find={Find}>{children}</AdminShell>
}
