import type { ComponentType, ReactNode } from 'react'

type Around = ComponentType<{ children?: ReactNode }>
type Part = {
  /** The part, once it is here: whoever draws it then need not wait a moment for what has already come. */
  readonly here: Around | null
  load(): Promise<Around>
}

// What stands around the pages. Each is fetched once, also where several wait for it; a failure is not kept.

export const themed = part(() =>
  import('#web/ui/ThemeProvider.tsx').then(({ default: ThemeProvider }) => ThemeProvider),
)
const memberShell = part(() => import('#web/features/shell/MemberShell.tsx').then(({ MemberShell }) => MemberShell))
const adminShell = part(() => import('#web/features/shell/AdminShell.tsx').then(({ AdminShell }) => AdminShell))

export function shellOf(isAdmin: boolean): Part {
  return isAdmin ? adminShell : memberShell
}

function part(fetchIt: () => Promise<Around>): Part {
  let here: Around | null = null
  let loading: Promise<Around> | null = null
  const forget = (error: unknown) => {
    loading = null
    throw error
  }
  return {
    get here() {
      return here
    },
    load: () => (loading ??= fetchIt().then((came) => (here = came), forget)),
  }
}
