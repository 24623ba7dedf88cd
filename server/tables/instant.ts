import { timestamp } from 'drizzle-orm/pg-core'

/** A moment, as every table holds it. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
