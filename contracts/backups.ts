import { z } from 'zod'
import { defineCall } from './call.ts'
import { PASSPHRASE_LENGTH_MIN } from './limits.ts'

const tag = 'backups'

/** Why the continuous archive stands still: its folder is gone, its disk is full or does not answer, or something else failed. */
export const archiveFaults = ['gone', 'full', 'stalled', 'failed'] as const
export type ArchiveFault = (typeof archiveFaults)[number]

export const archiveFaultTexts: Readonly<Record<ArchiveFault, string>> = {
  gone: 'a pasta dele não está lá',
  full: 'o disco dele está cheio',
  stalled: 'a pasta dele não responde',
  failed: 'não foi possível escrever nele',
}

export const backups = z.object({
  /** Whether a folder for nightly backups is configured. */
  nightly: z.boolean(),
  keep_days: z.int(),
  /** The last nightly backup that lies in that folder. */
  last: z.object({ at: z.string(), bytes: z.int() }).nullable(),
  /** How many lie there. */
  count: z.int(),
  /** When a complete backup was last downloaded from the console. */
  downloaded_at: z.string().nullable(),
  /** Whether the machine has a passphrase of its own for the secret in backups, and whether a download needs it. */
  machine_passphrase: z.boolean(),
  needs_machine_passphrase: z.boolean(),
  /** The continuous archive, where one is configured. */
  archive: z
    .object({
      /** Any moment between these two can be restored; null before the first base and the first segment. */
      first_at: z.string().nullable(),
      last_at: z.string().nullable(),
      fault: z.enum(archiveFaults).nullable(),
      /** Bytes that wait in the data folder to be archived. */
      waiting_bytes: z.int(),
    })
    .nullable(),
})
export type Backups = z.infer<typeof backups>

const passphrase = z.string().min(PASSPHRASE_LENGTH_MIN).max(1_000)

/** Beyond the specification: everything of the installation in one sealed file. */
export const backupCalls = {
  'GET /admin/backups': defineCall({
    access: 'admin',
    tag,
    summary: 'When the last backups were made, and what is configured.',
    answer: backups,
  }),
  'POST /admin/backups': defineCall({
    access: 'admin',
    tag,
    stepUp: 'always',
    summary: 'Everything of the installation, sealed with a passphrase, as a file to keep.',
    body: z.strictObject({ passphrase, passphrase_again: passphrase }),
    produces: 'application/octet-stream',
    refusals: ['backup.passphrase_differs', 'backup.machine_passphrase_missing', 'backup.running', 'file.disk_full'],
  }),
}
