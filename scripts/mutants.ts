import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { describe, plantAll, readMutants, sample } from './plant-mutants.ts'

// `npm run mutants`                          every known defect: most of an hour on two cores
// `npm run mutants -- --sample 6`            six of them, others each day; `--seed` chooses the same again
// `npm run mutants -- --from 120`            from the 120th on: goes on where a run was ended, whose last line names its number
// `npm run mutants -- idempotency`           those whose file, test file or test contains every word

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  },
})

// Ended early, it takes its copies of the tree and its running tests along.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

const matching = readMutants().filter(({ file, testFile, test }) =>
  words.every((word) => `${file} ${testFile} ${test}`.includes(word)),
)
const ordered = values.sample === undefined ? matching : sample(matching, Number(values.sample), values.seed)
const first = Math.max(1, Number(values.from))
const chosen = ordered.slice(first - 1)
const numbers = new Map(chosen.map((mutant, index) => [JSON.stringify(mutant), first + index]))
if (values.sample !== undefined) console.log(`Seed ${values.seed}`)
const outcomes = await plantAll(chosen, {
  atOnce: Math.min(2, availableParallelism()),
  onOutcome: ({ fate, ms, ...mutant }) =>
    process.stderr.write(
      `${numbers.get(JSON.stringify(mutant))} of ${ordered.length}, ${(ms / 1000).toFixed(0)} s: ${fate} ${mutant.file}: ${mutant.test}\n`,
    ),
})
const killed = outcomes.filter(({ fate }) => fate === 'killed').length
console.log(`\n${describe(outcomes)}\n\n${killed} of ${outcomes.length} mutants killed`)
process.exitCode = killed === outcomes.length && killed > 0 ? 0 : 1
