import { escapeIdentifier, escapeLiteral, type Client } from 'pg'
import { readPassword } from './cluster.ts'

export const DATABASE = 'ciranda'
/** Owns the tables and migrates them. */
export const OWNER = 'ciranda_owner'
/** The role that requests run as: it owns nothing, and reads and writes rows. */
export const WORKER = 'ciranda'

/** Makes the embedded server's roles and its database where they are missing; `client` is its superuser's. */
export async function ensureRoles(client: Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ roles: string[]; exists: boolean }>(
    `SELECT array(SELECT rolname::text FROM pg_roles) AS roles,
       exists(SELECT FROM pg_database WHERE datname = $1) AS exists`,
    [DATABASE],
  )
  const [{ roles, exists }] = rows as [(typeof rows)[number]]
  const password = readPassword(folder)
  const login = password === null ? 'LOGIN' : `LOGIN PASSWORD ${escapeLiteral(password)}`
  for (const role of [OWNER, WORKER]) if (!roles.includes(role)) await client.query(`CREATE ROLE ${role} ${login}`)
  // Copied by files, it does not fill PostgreSQL's buffers with pages that nobody reads again: 10 MB of a first start.
  if (!exists) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER} STRATEGY FILE_COPY`)
  await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`)
  await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${WORKER}`)
}

/** Lets a role read and write the rows of a schema's tables, and nothing more. `client` is the owner's. */
export async function grantRows(client: Client, schema: string, role: string): Promise<void> {
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS user')
  if (rows[0]!.user === role) return
  const [to, within] = [escapeIdentifier(role), escapeIdentifier(schema)]
  await client.query(`GRANT USAGE ON SCHEMA ${within} TO ${to}`)
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${to}`)
  await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${to}`)
}

/**
 * Takes from the working role what it must never do with access records and with acceptances of terms: edit or delete them
 * other than through the owner's functions, which delete no record younger than six months, and empty the words of an
 * acceptance for somebody erased alone. `client` is the owner's.
 */
export async function protectRecords(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ user: string }>('SELECT current_user AS user')
  if (rows[0]!.user === role) return
  const to = escapeIdentifier(role)
  await client.query(`REVOKE UPDATE, DELETE ON audit, terms_acceptances FROM ${to}`)
  await client.query(`GRANT EXECUTE ON FUNCTION purge_access_records(timestamptz), forget_acceptances(uuid) TO ${to}`)
}
