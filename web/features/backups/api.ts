import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { download } from '#web/api/download.ts'
import { request } from '#web/api/client.ts'

export type { Backups } from '#contracts/backups.ts'

export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: () => request('GET /admin/backups'),
})

/** Asks for a complete backup and hands it to the browser to keep. */
export function useDownloadBackup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { passphrase: string; passphrase_again: string }) =>
      download('/admin/backups', {}, 'ciranda.backup', body),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: backupsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['admin', 'first-steps'] }),
      ]),
  })
}
