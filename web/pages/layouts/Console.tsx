import { Button } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoCircle } from '#web/features/circle/NoCircle.tsx'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { AdminShell } from '#web/features/shell/AdminShell.tsx'
import { Find } from './Find.tsx'

/** The pages that are about the installation or the reader, and stand without a circle. */
const WITHOUT_CIRCLE: ReadonlySet<string> = new Set([
  '/admin/dashboard',
  '/admin/settings',
  '/admin/first-steps',
  '/admin/found',
  '/admin/approvals',
  '/admin/account',
  '/notices',
])

/** An administrator's screens: the shell of the console, with its search, which reads several features. */
export function Console({ children }: { children?: ReactNode }) {
  const hasNone = useNoCircle()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <AdminShell Find={Find}>
      {hasNone && !WITHOUT_CIRCLE.has(path) ? (
        <NoCircle
          action={
            <Button component={Link} to="/admin/dashboard" mih={44}>
              Escolher o que ela vai ser
            </Button>
          }
        >
          Esta página mostra as pessoas e as doações de um círculo. Ela se abre quando houver o primeiro.
        </NoCircle>
      ) : (
        children
      )}
    </AdminShell>
  )
}
