import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { grantRows } from '#server/database/roles.ts'
import { executeDue } from '#server/approvals/execute.ts'
import { circlesWithDueDonations, expireDonations } from '#server/donations/expire.ts'
import { circlesWithReminders, remindDonors } from '#server/donations/remind.ts'
import { circlesWithUnanswered, remindReceivers } from '#server/donations/remind-receiver.ts'
import { circlesWithLateConfirmations, notifyLateConfirmations } from '#server/donations/notify-late.ts'
import { archiveBase } from '#server/backup/archive/run-archive.ts'
import { tellOfArchive } from '#server/backup/archive/tell-standing.ts'
import { nightlyBackup } from '#server/backup/nightly.ts'
import { currentCircles, tellTurns } from '#server/forecast/tell-turns.ts'
import { deleteScheduled, sweepUnused } from '#server/files/remove.ts'
import { circlesWithDraws, settleDraw } from '#server/draws/settle.ts'
import { circlesWithOrders, settleOrder } from '#server/draws/settle-order.ts'
import type { Database } from '#server/database/database.ts'
import { silentLogger } from '#server/database/logger.ts'
import type { Logger } from '#server/database/logger.ts'
import type { Services } from '#server/context.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { deliverEmails } from '#server/mail/deliver.ts'
import { EMAILS_CHANNEL } from '#server/mail/queue-email.ts'
import { answerRecoveryRequests, RECOVERY_CHANNEL } from '#server/sessions/recover.ts'
import { circlesWithDueKeys, holdDueKeys } from '#server/members/key-changes.ts'
import { openPersonal } from '#server/members/personal.ts'
import { writeNoticeLetters } from '#server/notices/letters.ts'
import { NOTICES_CHANNEL } from '#server/notify/notify.ts'
import { deliverPushes } from '#server/push/deliver.ts'
import { PUSHES_CHANNEL } from '#server/push/queue-message.ts'
import { writePushes } from '#server/push/write.ts'
import { followCalendar } from '#server/pull/calendar-pull.ts'
import { purgeExpired } from '#server/privacy/purge-expired.ts'
import { circlesWithCases, tellFiscals } from '#server/reports/tell-fiscals.ts'
import { circlesWithoutCheckpoint, dayCheckpoint } from '#server/ledger/checkpoint.ts'
import { askWitnesses, circlesToWitness } from '#server/ledger/witnesses.ts'
import { scrubDue } from '#server/scrubber/scrub.ts'
import { forEachCircle } from './for-each-circle.ts'
import type { Job } from './for-each-circle.ts'
import { forgetTimesAhead } from './times-ahead.ts'
import { circlesWithCalendarWork } from '#server/pull/calendar-work.ts'

/**
 * Every scheduled job, by name. Each is idempotent and locks what it changes, so any number of processes may run it at
 * any time. Work on circles goes through `forEachCircle`, so that one failing circle never delays the others.
 */
const jobs: Readonly<Record<string, Job>> = {
  expire: forEachCircle(circlesWithDueDonations, expireDonations),
  draws: forEachCircle(circlesWithDraws, settleDraw),
  orders: forEachCircle(circlesWithOrders, settleOrder),
  keys: forEachCircle(circlesWithDueKeys, holdDueKeys),
  fiscals: forEachCircle(circlesWithCases, tellFiscals),
  calendar: forEachCircle(circlesWithCalendarWork, followCalendar),
  remind: forEachCircle(circlesWithReminders, remindDonors),
  'remind-receivers': forEachCircle(circlesWithUnanswered, remindReceivers),
  late: forEachCircle(circlesWithLateConfirmations, notifyLateConfirmations),
  turns: forEachCircle(currentCircles, tellTurns),
  checkpoint: forEachCircle(circlesWithoutCheckpoint, dayCheckpoint),
  witness: forEachCircle(circlesToWitness, askWitnesses),
  approvals: executeDue,
  'delete-files': deleteScheduled,
  purge: purgeExpired,
  sweep: sweepUnused,
  backup: nightlyBackup,
  archive: archiveBase,
  // On its own: a base may wait for a folder that does not answer.
  'archive-told': tellOfArchive,
  scrub: scrubDue,
  recover: answerRecoveryRequests,
  notices: (services) => writeNoticeLetters(services, (person) => openPersonal(services.secrets, person).email),
  push: writePushes,
  'push-deliver': (services) => deliverPushes(services),
  deliver: (services) => deliverEmails(services, createMailer(services.config)),
}

/** The schedule of jobs that do not run every minute. */
const hours: Readonly<Record<string, string>> = {
  fiscals: '5 * * * *',
  turns: '15 * * * *',
  sweep: '20 6 * * *',
  purge: '40 * * * *',
  checkpoint: '1 * * * *',
  backup: '12 * * * *',
  scrub: '30 * * * *',
}

/** The jobs that carry messages to people, in order of cause and effect. */
export const carryingJobs = ['recover', 'notices', 'push', 'push-deliver', 'deliver'] as const

/**
 * Runs every due job once, or those named, in order of cause and effect. All of them run even if one fails; then it throws.
 */
export async function runDueJobs(
  services: Services,
  logger: Logger = silentLogger,
  names: readonly string[] = Object.keys(jobs),
): Promise<void> {
  const failures: unknown[] = []
  for (const [name, run] of Object.entries(jobs))
    if (names.includes(name)) await run(services, logger).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} jobs failed`)
}

/**
 * Starts the jobs, each minute or as `hours` says, each in one process at a time however many share the database, and
 * delivers e-mails as soon as they are queued. With a test clock nothing runs by itself: moving the clock runs what is
 * due.
 */
export async function startJobs(services: Services, logger: Logger): Promise<{ stop(): Promise<void> }> {
  if (services.config.clockAt !== null) return { stop: async () => {} }
  const boss = await startQueue(services.database, logger)
  for (const [name, run] of Object.entries(jobs)) {
    // With policy 'short' at most one run is queued, so that a backlog after a pause becomes a single run.
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: 3,
      retryBackoff: true,
      // A killed process is detected by its missing heartbeat, long before the maximum duration of a run.
      heartbeatSeconds: 20,
      expireInSeconds: name === 'backup' || name === 'archive' ? 3_600 : 300,
      deleteAfterSeconds: 3_600,
    })
    await boss.work(name, { pollingIntervalSeconds: 2 }, () => run(services, logger))
    await boss.schedule(name, hours[name] ?? '* * * * *')
  }
  const clockWatch = setInterval(() => {
    forgetTimesAhead(services.db).then(
      (wereThere) =>
        wereThere && logger.warn({}, 'the clock was set back: the jobs wait for no time that is to come again'),
      (error: unknown) => logger.warn({ err: error }, 'the times of the queue could not be read'),
    )
  }, CLOCK_WATCH_MS)
  const wakes: { stop(): void }[] = []
  const runOn = (channel: string, name: keyof typeof jobs) => {
    const wake = soonOnce(() =>
      boss.send(name).catch((error: unknown) => logger.warn({ err: error }, `the job ${name} waits for its next run`)),
    )
    wakes.push(wake)
    return services.database.listen(channel, wake.ask)
  }
  const unlisten = [
    await runOn(EMAILS_CHANNEL, 'deliver'),
    await runOn(RECOVERY_CHANNEL, 'recover'),
    await runOn(NOTICES_CHANNEL, 'notices'),
    await runOn(NOTICES_CHANNEL, 'push'),
    await runOn(PUSHES_CHANNEL, 'push-deliver'),
  ]
  return {
    stop: async () => {
      clearInterval(clockWatch)
      for (const stop of unlisten) await stop()
      for (const { stop } of wakes) stop()
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }
}

/** How often it is looked whether the database's clock was set back. */
const CLOCK_WATCH_MS = 60_000

/** Far shorter than the queue's own look for work. */
const WAKE_MS = 200

/**
 * Runs `fn` soon after it was asked for, once for all that ask meanwhile: each confirmation gives notices, and asking the
 * queue costs as much as a small transaction.
 */
function soonOnce(fn: () => Promise<unknown>): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null
  return {
    ask: () => {
      timer ??= setTimeout(() => {
        timer = null
        void fn()
      }, WAKE_MS)
    },
    stop: () => {
      if (timer) clearTimeout(timer)
    },
  }
}

const SCHEMA = 'pgboss'

/**
 * Starts the job queue under the working role. The owner creates or changes its tables when they are not of this
 * version.
 */
async function startQueue(database: Database, logger: Logger): Promise<PgBoss> {
  try {
    // Before it looks at its schedule. A clock may have been set back while nothing ran.
    await forgetTimesAhead(database.db)
    return await startBoss(workerBoss(database, logger))
  } catch {
    await migrateQueue(database)
    return await startBoss(workerBoss(database, logger))
  }
}

function workerBoss(database: Database, logger: Logger): PgBoss {
  const boss = new PgBoss({
    connectionString: database.url,
    schema: SCHEMA,
    max: 3,
    migrate: false,
    createSchema: false,
    // Only the owner of an index may rebuild it.
    reindex: false,
  })
  boss.on('error', (error) => logger.warn({ err: error }, 'a job or its queue failed'))
  return boss
}

async function startBoss(boss: PgBoss): Promise<PgBoss> {
  try {
    await boss.start()
    return boss
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
}

async function migrateQueue(database: Database): Promise<void> {
  const { rows } = await database.db.execute<{ role: string }>(sql`select current_user as role`)
  await database.asOwner(async (client) => {
    // When two processes start at once, the second finds the tables ready. The lock is released with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', ['ciranda: the job queue'])
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
    const owner = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false })
    await startBoss(owner)
    await owner.stop({ graceful: false })
    await grantRows(client, SCHEMA, rows[0]!.role)
  })
}
