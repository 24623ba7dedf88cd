import type { Services } from '#server/context.ts'

/** As if a person, or nobody at all, had accepted any terms: the owner alone can take an acceptance away. */
export async function neverAccepted({ database }: Pick<Services, 'database'>, userId?: string): Promise<void> {
  await database.asOwner((client) =>
    userId === undefined
      ? client.query('delete from terms_acceptances')
      : client.query('delete from terms_acceptances where user_id = $1', [userId]),
  )
}
