import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StoredUser } from '#web/api/storage.ts'
import { namesFor } from '#web/features/ledger/view.ts'
import { usersQuery } from '#web/features/members/api.ts'
import { nameOf } from '#web/features/members/user-list.ts'
import type { NameOf } from '#web/text/name-of.ts'

/** Administrators know everybody's name; members are told others' ids alone. */
export function useNames(user: StoredUser | null, isAdmin: boolean): NameOf {
  const { data: users } = useQuery({ ...usersQuery, enabled: isAdmin })
  return useMemo(() => {
    const known = new Map(users?.map((one) => [one.id, nameOf(one)]))
    const fallback = namesFor(user ?? { id: '', firstName: '', lastName: '' })
    return (id) => (id === null ? null : known.get(id)) ?? fallback(id)
  }, [user, users])
}
