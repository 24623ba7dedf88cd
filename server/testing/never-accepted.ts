import type { Services } from '#server/context.ts'

/** As if a person, or nobody at all, had accepted any terms: only an owner who takes the trigger off can do that. */
export async function neverAccepted({ database }: Pick<Services, 'database'>, userId?: string): Promise<void> {
  await database.asOwner(async (client) => {
    await client.query('alter table terms_acceptances disable trigger acceptances_kept')
    if (userId === undefined) await client.query('delete from terms_acceptances')
    else await client.query('delete from terms_acceptances where user_id = $1', [userId])
    await client.query('alter table terms_acceptances enable trigger acceptances_kept')
  })
}
