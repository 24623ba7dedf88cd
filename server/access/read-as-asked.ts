import { sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import { prepared } from '#server/database/prepared.ts'
import type { AskedRead } from '#server/handler.ts'
import { admit, selectSession } from './find-actor.ts'
import type { SessionRow } from './find-actor.ts'

/** For whom a statement reads: by a value that comes with it, or by the session that it reads itself. */
export type Asker = { readonly circleId: SQL | Placeholder }

/** The circle as a value. */
export const givenAsker: Asker = { circleId: sql.placeholder('circleId') }

/**
 * A statement that reads the session beside its data: in one round trip, and both as they were at one moment. `build` selects
 * one row. What it read is for nobody until `admit` has judged the session, as it judges every other.
 */
export function readAsAsked<Row>(name: string, build: (asker: Asker) => SQL): AskedRead<Row> {
  const statement = prepared<Row & { asker: SessionRow }>(name, () => {
    const data = build({ circleId: sql`(select "circleId" from asker)` })
    return sql`with asker as materialized (${selectSession()})
      select row_to_json(asker) as asker, data.* from asker left join lateral (${data}) as data on true`
  })
  return async (services, asker, values) => {
    const [row] = await statement(services.db, { ...asker, ...values })
    return { actor: await admit(services, row?.asker), row: row! }
  }
}
