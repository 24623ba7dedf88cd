import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

/** The passkeys of whoever is signed in, and how many recovery codes they have left. */
export const accessKeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: () => request('GET /me/passkeys'),
})
