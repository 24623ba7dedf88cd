import type { Services } from '#server/context.ts'

/** The tables that held an erased person's texts and sealed data. */
const TABLES = [
  'users',
  'reports',
  'report_steps',
  'case_entries',
  'appeals',
  'letters',
  'idempotency_keys',
  'terms_acceptances',
  'verification_codes',
  'receipt_sketches',
  'rejected_receipts',
  'donation_parts',
  'stored_files',
  'notices',
  'standing_changes',
  'queue_changes',
  'approvals',
  'payment_keys',
  'join_links',
  'administrator_invitations',
  'device_keys',
  'passkeys',
  'push_subscriptions',
] as const

/** Removes deleted data from the database's own files too, where they belong to this installation. */
export async function scrubDatabase({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.scrub(TABLES)
}
