import { fromPglite, PgBoss } from 'pg-boss'
import { expireDonations } from '#server/donations/expire.ts'
import { remindDonors } from '#server/donations/remind.ts'
import { notifyLateConfirmations } from '#server/donations/notify-late.ts'
import { sweepUnused } from '#server/files/remove.ts'
import type { Database } from '#server/database/database.ts'
import type { Logger } from '#server/database/logger.ts'
import type { Services } from '#server/context.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { deliverEmails } from '#server/mail/deliver.ts'
import { EMAILS_CHANNEL } from '#server/mail/queue-email.ts'
import { purgeExpired } from '#server/privacy/purge-expired.ts'

/** Everything that time alone causes, by name. Each is harmless to run at any moment in any number of processes: it locks what it changes. */
const jobs: Readonly<Record<string, (services: Services) => Promise<unknown>>> = {
  expire: expireDonations,
  remind: remindDonors,
  late: notifyLateConfirmations,
  forget: purgeExpired,
  sweep: sweepUnused,
  deliver: (services) => deliverEmails(services, createMailer(services.config)),
}

/** When a job runs, where it is not each minute. */
const hours: Readonly<Record<string, string>> = { sweep: '20 6 * * *' }

/** Runs whatever is due now, once, in the order of cause and effect. */
export async function runDueJobs(services: Services): Promise<void> {
  for (const run of Object.values(jobs)) await run(services)
}

/**
 * Runs the jobs each minute or when `hours` says, each in one process at a time however many share the database, and delivers letters as soon as they are written.
 * With a test's clock nothing runs by itself: moving the clock runs what is then due.
 */
export async function startJobs(services: Services, logger: Logger): Promise<{ stop(): Promise<void> }> {
  if (services.config.clockAt !== null) return { stop: async () => {} }
  const boss = new PgBoss(connectionOf(services.database))
  boss.on('error', (error) => logger.warn({ err: error }, 'a job or its queue failed'))
  await boss.start()
  for (const [name, run] of Object.entries(jobs)) {
    // 'short': at most one waits, so that a backlog after a pause is one run.
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: 3,
      retryBackoff: true,
      expireInSeconds: 300,
      deleteAfterSeconds: 3_600,
    })
    await boss.work(name, { pollingIntervalSeconds: 2 }, () => run(services))
    await boss.schedule(name, hours[name] ?? '* * * * *')
  }
  const unlisten = await services.database.listen(
    EMAILS_CHANNEL,
    () =>
      void boss.send('deliver').catch((error: unknown) => logger.warn({ err: error }, 'a letter waits for the minute')),
  )
  return {
    stop: async () => {
      await unlisten()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

function connectionOf(database: Database): ConstructorParameters<typeof PgBoss>[0] {
  if (database.kind === 'embedded') return { db: fromPglite(database.engine), backend: 'pglite' }
  return { connectionString: database.databaseUrl, max: 3 }
}
