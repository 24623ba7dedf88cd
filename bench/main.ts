import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { beginRun } from '#e2e/helpers/data-folders.ts'
import { calls } from './calls.ts'
import { circles } from './circles.ts'
import { disks } from './disks.ts'
import { forecast } from './forecast.ts'
import { idle } from './idle.ts'
import { keep, print } from './keep.ts'
import { logins } from './logins.ts'
import { memory } from './memory.ts'
import type { Part } from './part.ts'
import { simulate } from './simulate.ts'
import { start } from './start.ts'
import { uploads } from './uploads.ts'
import { verification } from './verification.ts'
import { web } from './web.ts'

// `npm run bench [-- part or row …] [-- --rounds 5 --seconds 2 --donations 100000]`: measures, prints one table a part, and keeps the
// figures of a whole part in docs/performance-tables.md. Without a name the calls are measured.

const parts: readonly Part[] = [
  calls,
  disks,
  web,
  circles,
  idle,
  memory,
  uploads,
  logins,
  start,
  forecast,
  simulate,
  verification,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    donations: { type: 'string', default: '100000' },
    circles: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
  },
})
const options = {
  rounds: Number(values.rounds),
  roundMs: Number(values.seconds) * 1_000,
  donations: Number(values.donations),
  circles: Number(values.circles),
  minutes: Number(values.minutes),
}
const isWhole = options.rounds >= 5 && options.donations >= 100_000 && options.circles >= 1 && options.minutes >= 10
const asked = positionals.length === 0 ? [calls.name] : positionals
const unknown = asked.filter((name) => !parts.some((part) => part.name === name || part.rows.includes(name)))
if (unknown.length > 0 || Object.values(options).some((option) => !(option > 0))) {
  const known = parts.map(({ name, rows }) => (rows.length > 0 ? `${name} (${rows.join(', ')})` : name))
  console.error(
    `Uso: npm run bench -- [${known.join(' | ')}] [--rounds 5] [--seconds 2] [--donations 100000] [--circles 1] [--minutes 60]`,
  )
  process.exit(1)
}
// A run that is killed leaves no server and no database behind. The folder is on a disk, as an installation's is.
const { end } = beginRun(tmpdir())
for (const part of parts) {
  const rows = asked.includes(part.name) ? part.rows : part.rows.filter((row) => asked.includes(row))
  if (rows.length === 0 && !asked.includes(part.name)) continue
  const table = await part.run(options, rows)
  print(table)
  if (rows.length === part.rows.length && isWhole) keep(part, table)
}
await end()
