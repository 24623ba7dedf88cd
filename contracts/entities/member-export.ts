import { z } from 'zod'
import { accessKinds } from '#contracts/access-kinds.ts'
import { deviceKey } from '#contracts/device-keys.ts'
import { helping } from '#contracts/helpers.ts'
import { reportCase } from './case.ts'
import { donation } from './donation.ts'
import { ledgerEntry } from './ledger-entry.ts'
import { queueEntry } from './queue-entry.ts'
import { report } from './report.ts'
import { user } from './user.ts'
import { notice } from '#contracts/notices.ts'
import { passkey } from '#contracts/passkeys.ts'
import { session } from '#contracts/sessions.ts'
import { time } from './fields.ts'

/** The terms a person accepted on joining: the plan in force, the figures shown beside it, and when. */
export const consent = z.object({
  terms_version: z.string(),
  accepted_at: time,
  shown: z.record(z.string(), z.unknown()),
})

export const access = z.object({
  id: z.int(),
  at: time,
  kind: z.enum(accessKinds),
  /** The fields that an edit changed, by name. */
  fields: z.array(z.string()),
  /**
   * The one who did it: the person themselves, the administration (by name), another member (by name: who helps them, knows them or is
   * a fiscal), or somebody who could not show who they are.
   */
  by: z.enum(['self', 'administration', 'member', 'unknown']),
  name: z.string().nullable(),
})
export type Access = z.infer<typeof access>

const circlePart = z.object({
  donations: z.array(donation),
  reports: z.array(report),
  /** Every report about a donation of theirs, whoever made it, with all that was said. */
  cases: z.array(reportCase),
  ledger: z.array(ledgerEntry),
  /** The changes of the queue that named the person, with the reason that the administration wrote. */
  queue_changes: z.array(
    z.object({ seq: z.int(), at: time, kind: z.string(), level: z.int(), reason: z.string().nullable() }),
  ),
})

export const memberExport = z.object({
  exported_at: time,
  /** The invitation by which the person registered; null for who came without one. */
  invitation: z
    .object({ id: z.string(), kind: z.enum(['shared', 'personal']), made_at: time, used_at: time })
    .nullable(),
  user,
  terms: z.array(consent),
  queue: z.array(queueEntry.omit({ user: true })),
  ...circlePart.shape,
  /** Circles that the person belonged to before a demonstration was begun anew. */
  earlier: z.array(circlePart.extend({ circle_id: z.string() })),
  notices: z.array(notice),
  access_log: z.array(access),
  device_keys: z.array(deviceKey),
  /** Where the person is signed in, and their passkeys by device and date; no token and no key. */
  sessions: z.array(session),
  helping,
  passkeys: z.array(passkey),
})
