import path from 'node:path'
import { engineVersion } from '#server/database/binaries.ts'
import { withClientBeside } from '#server/database/database.ts'
import { processNamed } from '#server/database/connection-name.ts'
import { DAY_MS } from '#circle/period.ts'
import type { Check, Patient } from './check.ts'

/** The PostgreSQL that comes with this program, and the day its makers released it; a test holds it to the package. */
export const ENGINE = { version: '18.4', releasedOn: '2026-05-14' } as const

const ROUNDS_MAX = 1

/** The checks of the database that comes with the program. */
export const ENGINE_CHECKS: readonly Check[] = [
  ['idade do banco', ageFault],
  ['um processo só', processFault],
]

/** How many times since a day (2026-05-14) PostgreSQL's makers were due to mend it: they say when years ahead. */
export function roundsSince(day: string, now: number): number {
  let rounds = 0
  for (let year = Number(day.slice(0, 4)); year <= new Date(now).getUTCFullYear(); year += 1)
    for (const month of [1, 4, 7, 10]) {
      const at = secondThursday(year, month)
      if (at > Date.parse(day) && at <= now) rounds += 1
    }
  return rounds
}

function secondThursday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return Date.UTC(year, month, 1) + (((4 - first + 7) % 7) + 7) * DAY_MS
}

function ageFault({ config: { databaseUrl }, engine, now }: Patient): string | null {
  if (databaseUrl !== undefined || engineVersion() === null) return null
  const rounds = roundsSince(engine.releasedOn, now)
  if (rounds <= ROUNDS_MAX) return null
  return `O PostgreSQL ${engine.version} está ${rounds} rodadas de correções atrás: ciranda update com a versão mais nova da Ciranda`
}

/** Processes with connections to the database of the data folder, other than this one. */
async function processFault({ config: { dataDir, databaseUrl } }: Patient): Promise<string | null> {
  if (databaseUrl !== undefined) return null
  const names = await withClientBeside({ dataDir: path.join(dataDir, 'database') }, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE application_name IS NOT NULL',
    )
    return rows.map(({ name }) => name)
  })
  const others = (names ?? []).map(processNamed).filter((pid) => pid !== null && pid !== process.pid)
  return others.length <= 1 ? null : `Mais de um processo usa os dados: veja quais com ps -fp ${others.join(',')}`
}
