import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { History } from './history.ts'

const PROGRAM = path.resolve('node_modules', '.cache', 'serial', 'checker')

/** Builds the checker, with Porcupine in the version and with the hash that `checker/go.sum` names. */
export function buildChecker(): void {
  const folder = path.join(import.meta.dirname, 'checker')
  const { error, status, stderr } = spawnSync('go', ['build', '-o', PROGRAM, '.'], { cwd: folder, encoding: 'utf8' })
  if (error) throw new Error('Go is missing. On Debian: apt-get install golang-go')
  if (status !== 0) throw new Error(`The checker cannot be built: ${stderr.trim()}`)
}

const VERDICTS = { Ok: 'ordered', Illegal: 'no order', Unknown: 'undecided' } as const
type Verdict = (typeof VERDICTS)[keyof typeof VERDICTS]

/** Whether an order of the calls, each between invocation and answer, explains every answer; undecided after ten minutes or 4 GB. */
export function check(history: History): Verdict {
  const { status, stdout, stderr } = spawnSync(PROGRAM, [], { input: JSON.stringify(history), encoding: 'utf8' })
  const said = stdout.trim()
  if (status !== 0 || !(said in VERDICTS)) throw new Error(`The checker: ${said} ${stderr}`)
  return VERDICTS[said as keyof typeof VERDICTS]
}
