import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { silentLogger } from '#server/database/logger.ts'
import { openTestDatabase } from '#server/testing/databases.ts'
import { createTestApp } from '#server/testing/test-app.ts'
import { startJobs } from './jobs.ts'

test('jobs run though the machine’s clock was weeks ahead and was set back: no time that it left behind is waited for', async () => {
  const { services } = await createTestApp(await openTestDatabase({ placed: 0 }), { CLOCK: 'system' })
  const { db } = services
  const passed = async () =>
    (await db.execute(sql`select 1 from pgboss.version where cron_on <= now()`)).rows.length === 1
  const asTheClockGoes = { timeout: 30_000, interval: 50 }
  const first = await startJobs(services, silentLogger)
  await vi.waitFor(async () => expect(await passed()).toBe(true), asTheClockGoes)
  await first.stop()

  // As the queue is left by a clock that was three weeks ahead, with a run that was sent in its last second.
  const ahead = sql`now() + interval '21 days'`
  await db.execute(sql`delete from pgboss.job where name = 'expire'`)
  await db.execute(sql`insert into pgboss.job (name, policy, start_after) values ('expire', 'short', ${ahead})`)
  await db.execute(sql`update pgboss.version set cron_on = ${ahead}`)
  await db.execute(sql`update pgboss.queue set monitor_claim_on = ${ahead}, maintain_on = ${ahead}`)

  const again = await startJobs(services, silentLogger)
  await vi.waitFor(async () => {
    expect(await passed()).toBe(true)
    const { rows } = await db.execute(sql`select state from pgboss.job where name = 'expire' order by created_on`)
    expect(rows[0]).toEqual({ state: 'completed' })
    const late = await db.execute(
      sql`select 1 from pgboss.queue where greatest(monitor_claim_on, maintain_on) > now() + interval '1 minute'`,
    )
    expect(late.rows).toEqual([])
  }, asTheClockGoes)
  await again.stop()
})
