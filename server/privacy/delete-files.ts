import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from '#server/lib/absent.ts'
import { deleteScheduled } from '#server/files/remove.ts'
import type { Services } from '#server/context.ts'
import { mentionsAny } from './anonymize-user.ts'
import type { Mentions } from './anonymize-user.ts'

/** Deletes an erased person's pictures, receipts and e-mails from the disk. After a crash the job finishes it. */
export async function deleteFiles(services: Services, mentions: Mentions): Promise<void> {
  await deleteScheduled(services)
  await removeOutboxEmails(services, mentions)
}

/** E-mails in the data folder's outbox. */
async function removeOutboxEmails({ config }: Services, mentions: Mentions): Promise<void> {
  const outbox = path.join(config.dataDir, 'outbox')
  for (const name of await namesIn(outbox)) {
    const file = path.join(outbox, name)
    const text = await readFile(file, 'utf8').catch(() => '')
    if (mentionsAny(text, mentions)) await rm(file, { force: true })
  }
}
