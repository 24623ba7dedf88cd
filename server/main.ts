import { setFlagsFromString } from 'node:v8'
import { createApp } from './app.ts'
import { collectWhenIdle } from './http/collect-when-idle.ts'
import { loggedError } from './http/errors.ts'
import { startArchive } from './backup/archive/run-archive.ts'
import { keepRangesAhead } from './forecast/ranges-ahead.ts'
import { closeServer } from './http/slow-clients.ts'
import { startJobs } from './jobs/jobs.ts'
import { readConfig } from './lib/config.ts'
import { isSmallMachine } from './lib/small-machine.ts'
import { prepare } from './prepare.ts'
import { notePrinted } from './seed/installation.ts'

/** A failover takes seconds; a server that is started together with this one, a little longer. */
const WAIT_MS_MAX = 60_000
/**
 * V8 goes by the machine's memory and lets the heap double or more before it collects. One and a half times serves as well, and where
 * memory is short a little more work is worth the last 16 MB.
 */
const HEAP_GROWS_PERCENT = { usual: 50, small: 15 } as const
/** Service managers wait ten seconds after SIGTERM before they kill a process. */
const END_MS_MAX = 9_500

/** Opens everything, listens, and closes in order on SIGTERM or SIGINT. A failed start ends with one clear line. */
async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWS_PERCENT[isSmallMachine() ? 'small' : 'usual']}`)
  const config = readConfig(process.env)
  const { services, logins } = await prepare(config, {
    waitMs: WAIT_MS_MAX,
    onWait: (reason) => console.error(`O banco de dados ainda não atende (${reason}); espero por ele até um minuto.`),
    // After a failed sync nothing more is acknowledged; the next start recovers everything acknowledged before.
    onFailure: (error) => fail('A Ciranda parou; o que já tinha confirmado está guardado.', error),
  })
  const app = await createApp(services, { webRoot: config.webDir })
  collectWhenIdle(app.server)
  const archive = startArchive(services, app.log)
  const jobs = await startJobs(services, app.log)
  const rangesAhead = await keepRangesAhead(services, app.log)
  const address = await app.listen({ host: config.host, port: config.port })
  const url = config.publicUrl ?? address
  services.setPublicUrl(url)

  let closing = false
  let noted = Promise.resolve()
  const close = async (): Promise<void> => {
    if (closing) return
    closing = true
    // Each step has its own limit; this is the limit for anything unforeseen. The embedded database stops with the
    // process.
    setTimeout(() => fail('A Ciranda demorou a parar', new Error('e foi interrompida.')), END_MS_MAX).unref()
    await services.events.close()
    await closeServer(app)
    await rangesAhead.stop()
    await jobs.stop()
    await noted
    await services.database.close()
    // A call to a folder that hangs cannot be taken back, and an orderly exit would wait for its thread for ever.
    if (!(await archive.finish())) process.kill(process.pid, 'SIGKILL')
    process.exit(0)
  }
  process.on('SIGTERM', () => void close().catch((error: unknown) => fail('A Ciranda não parou em ordem.', error)))
  process.on('SIGINT', () => void close().catch((error: unknown) => fail('A Ciranda não parou em ordem.', error)))
  // From the moment that the address is read, an end is orderly.
  console.log(`\nCiranda em ${url}`)
  for (const { who, email, password } of logins)
    console.log(`  ${who}: ${email}  senha: ${password ?? '(a de ADMIN_PASSWORD)'}`)
  if (logins.length > 0) {
    console.log('  (mostradas só desta vez)')
    noted = notePrinted(services)
    await noted
  }
}

/** Ends the process with one clear line. */
function fail(what: string, error: unknown): never {
  const { message, stack } = loggedError(error as Error)
  console.error(`${what} ${message}${process.env['LOG_LEVEL'] === 'debug' ? `\n${stack}` : ''}`)
  process.exit(1)
}

main().catch((error: unknown) => fail('A Ciranda não pôde começar.', error))
