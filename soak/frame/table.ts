import { isHeld } from './run-part.ts'
import type { Outcome } from './run-part.ts'

const number = new Intl.NumberFormat('en')
const HEAD = ['part', 'seed', 'dose', 'target', 'unit', 'result', 'seconds', 'failed rounds']
const IS_NUMBER = [false, true, true, true, false, false, true, false]
const FAILURES_SHOWN = 5

/** One row for each part; under the table the numbers that were counted, and each failure with how to repeat it. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = [HEAD, ...outcomes.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (IS_NUMBER[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...outcomes.flatMap(notesOf)].join('\n')
}

function rowOf(outcome: Outcome): string[] {
  const { part, seed, done, ms, failures } = outcome
  return [
    part.name,
    String(seed),
    number.format(done),
    number.format(part.full),
    part.unit,
    resultOf(outcome),
    number.format(Math.round(ms / 1000)),
    failures.map(({ index }) => index).join(' '),
  ]
}

function resultOf({ done, asked, failures, hindrance, unreached }: Outcome): string {
  if (failures.length > 0) return `${number.format(failures.length)} failed`
  if (hindrance !== null) return 'could not run'
  if (unreached.length > 0) return 'proves too little'
  return done >= asked ? 'held' : 'held so far'
}

function notesOf(outcome: Outcome): string[] {
  const { part, seed, done, counts, most, commits, failures, hindrance, unreached } = outcome
  const counted = [
    ...Object.entries(counts).map(([what, count]) => `${number.format(count)} ${what}`),
    ...Object.entries(most).map(([what, value]) => `${what} at most ${number.format(Math.round(value))}`),
    ...(commits.length > 1 ? [`under the commits ${commits.join(', ')}`] : []),
  ]
  const repeat = (index: number) => `npm run soak -- ${part.name} --seed ${seed} --from ${index} --dose 1`
  return [
    ...(counted.length > 0 ? [`\n${part.name}: ${counted.join('; ')}`] : []),
    ...(hindrance === null ? [] : [`\n${part.name} could not run: ${hindrance}`]),
    ...unreached.map((what) => `\n${part.name}: ${number.format(done)} ${part.unit}, and 0 ${what}`),
    ...failures
      .slice(0, FAILURES_SHOWN)
      .map(({ index, message }) => `\n${part.name}, round ${index} (again: ${repeat(index)})\n${indent(message)}`),
  ]
}

const indent = (text: string) => text.replaceAll(/^/gm, '  ')

/** Whether every part ran and nothing failed: the command's exit code. */
export const allHeld = (outcomes: readonly Outcome[]): boolean => outcomes.length > 0 && outcomes.every(isHeld)
