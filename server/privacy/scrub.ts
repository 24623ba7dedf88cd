import type { Services } from '#server/context.ts'

/** The tables that held an erased person's texts and sealed data. */
const TABLES = [
  'users',
  'reports',
  'report_steps',
  'letters',
  'idempotency_keys',
  'terms_acceptances',
  'verification_codes',
  'receipt_sketches',
] as const

/** Takes what was deleted out of the database's own files too, as far as they are ours. */
export async function scrubDatabase({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.scrub(TABLES)
}
