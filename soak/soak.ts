import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runControl } from './frame/control.ts'
import type { Part } from './frame/part.ts'
import { progressFile } from './frame/progress.ts'
import { runPart } from './frame/run-part.ts'
import type { Outcome } from './frame/run-part.ts'
import { allHeld, tableOf } from './frame/table.ts'
import { buildWhenStale, SERVER } from '../scripts/built.ts'
import { parts } from './parts.ts'

// `npm run soak`                                        every part to its full dose: many hours
// `npm run soak -- kills power --seed 7 --dose 200`      these parts, by this seed, this much of each
// `npm run soak -- kills --seed 7 --from 17 --dose 1`    one round again, without touching what is kept
// `npm run soak -- --minutes 10`                         no new round begins after ten minutes; the next call goes on
// `npm run soak -- interleave --control`                each mend taken out of a copy of the sources: the part has to fail
// The page docs/how-to/run-the-soak.md explains.

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    dose: { type: 'string' },
    from: { type: 'string' },
    minutes: { type: 'string' },
    state: { type: 'string', default: '.soak' },
    list: { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
    'until-failure': { type: 'boolean', default: false },
  },
})

const chosen = choose(names)
const seed = wholeNumber('seed', values.seed)
const dose = values.dose === undefined ? undefined : wholeNumber('dose', values.dose)
const from = values.from === undefined ? undefined : wholeNumber('from', values.from)
const endsAt = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000

if (values.list)
  for (const { name, full, small, unit } of parts) console.log(`${name}: ${full} ${unit}, ${small} in npm test`)
else if (values.control) control()
else await main()

async function main(): Promise<void> {
  let interrupted = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      interrupted += 1
      if (interrupted > 1) process.exit(130)
      console.error('\nThe round that runs is ended; once more ends it at once.')
    })
  const isOver = () => interrupted > 0 || performance.now() >= endsAt
  await buildWhenStale(SERVER, async () => (await import('../scripts/build-server.ts')).buildServer(SERVER.file))
  const commit = commitOfTree()
  const outcomes: Outcome[] = []
  for (const part of chosen) {
    const isTooLate = isOver()
    const kept = from === undefined ? { kept: progressFile(values.state, part.name, seed) } : { from }
    const until = values['until-failure'] ? { failuresMax: 1 } : {}
    const asked = {
      ...until,
      seed,
      dose: isTooLate ? 0 : (dose ?? part.full),
      isOver,
      commit,
      onProgress: lineOf(part),
    }
    const outcome = await runPart(part, { ...asked, ...kept })
    outcomes.push({ ...outcome, asked: dose ?? part.full })
  }
  console.log(`\n${tableOf(outcomes)}`)
  process.exitCode = allHeld(outcomes) ? 0 : 1
}

/** Exit code 0 when every mend that was taken out was missed. */
function control(): void {
  let missed = 0
  for (const part of chosen.filter((each) => each.control !== undefined))
    for (const { what, isFound, round, said } of runControl({ ...part, control: part.control! }, seed)) {
      console.log(`${isFound ? `found in round ${round}` : 'NOT FOUND'}  ${part.name}, without ${what}\n  ${said}`)
      if (!isFound) missed += 1
    }
  process.exitCode = missed === 0 ? 0 : 1
}

function choose(wanted: readonly string[]): readonly Part[] {
  const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) end(`No part ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(', ')}.`)
  return wanted.length === 0 ? parts : parts.filter(({ name }) => wanted.includes(name))
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) end(`--${name} is a whole number, not '${text}'.`)
  return number
}

function end(line: string): never {
  console.error(line)
  process.exit(2)
}

/** Says now and then how far a part is. */
function lineOf({ name, unit }: Part) {
  let saidAt = -Infinity
  return ({ done, failures }: { done: number; failures: readonly unknown[] }) => {
    if (performance.now() - saidAt < 10_000) return
    saidAt = performance.now()
    console.error(`${name}: ${done} ${unit}, ${failures.length} failed`)
  }
}

function commitOfTree(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}
