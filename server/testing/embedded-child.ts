// A process of its own for tests that kill one: node embedded-child.ts <open|write> <data folder> [folder of binaries]
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/database.ts'

const [task, dataDir = '', native] = process.argv.slice(2)
const say = (line: string | number) => process.stdout.write(`${line}\n`)
const end = (error: unknown): never => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

try {
  await open()
} catch (error) {
  end(error)
}

async function open(): Promise<void> {
  const { db, asOwner, close } = await openDatabase({ dataDir, native, onFailure: end })
  process.on('SIGTERM', () => void close().then(() => process.exit(0)))
  say('open')
  setInterval(() => {}, 1000)
  if (task !== 'write') return
  await asOwner(async (owner) => {
    await owner.query('create table if not exists written (id bigserial primary key, filler text not null)')
    await owner.query('grant all on written, written_id_seq to public')
  })
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into written (filler) values (repeat('x', 300)) returning id`,
    )
    say(rows[0]!.id)
  }
}
