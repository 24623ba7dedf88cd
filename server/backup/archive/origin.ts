import type { Client } from 'pg'

/** The database that an archive is of. */
export type Origin = {
  /** PostgreSQL's number for it, which a copy keeps. */
  readonly system: string
  /** PostgreSQL counts a new one after each restoration. */
  readonly timeline: number
  /** The major version whose programs read it. */
  readonly postgres: number
}

export async function originOf(client: Client): Promise<Origin> {
  const { rows } = await client.query<Origin>(
    `SELECT system_identifier::text AS system, timeline_id AS timeline,
       current_setting('server_version_num')::int / 10000 AS postgres
     FROM pg_control_system(), pg_control_checkpoint()`,
  )
  return rows[0]!
}
