// A process of its own for tests that kill one: node embedded-child.ts <open|write> <data folder> [template]
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/database.ts'

const [task, dataDir = '', templateFile] = process.argv.slice(2)
const say = (line: string | number) => process.stdout.write(`${line}\n`)

try {
  await open()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

async function open(): Promise<void> {
  const template = templateFile ? new Blob([readFileSync(templateFile)]) : undefined
  const { db } = await openDatabase({ dataDir, template })
  say('open')
  setInterval(() => {}, 1000)
  if (task !== 'write') return
  await db.execute(sql`create table if not exists written (id bigserial primary key, filler text not null)`)
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into written (filler) values (repeat('x', 300)) returning id`,
    )
    say(rows[0]!.id)
  }
}
