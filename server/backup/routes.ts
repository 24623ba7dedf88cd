import type { backupCalls } from '#contracts/backups.ts'
import type { Routes } from '#server/handler.ts'
import { downloadBackup, showBackups } from './download.ts'

export const backupRoutes: Routes<keyof typeof backupCalls> = {
  'GET /admin/backups': (context) => showBackups(context),
  'POST /admin/backups': async (context, { body }, { reply }) => {
    const { stream, name, bytes } = await downloadBackup(context, body)
    void reply
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Content-Length', bytes)
      .type('application/octet-stream')
      .send(stream)
    return undefined
  },
}
