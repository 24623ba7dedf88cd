import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import path from 'node:path'
import type { Part, Table } from './part.ts'

const FILE = path.join(import.meta.dirname, '..', 'docs', 'performance-tables.md')

/** Prints a table in columns. */
export function print({ title, columns, rows, notes }: Table): void {
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (isFigure(cell) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  ')
  console.log(`\n${title}\n${[columns, ...rows].map(line).join('\n')}\n${notes.join('\n')}`)
}

const isFigure = (cell: string) => /^[\d.,–-]/.test(cell)

/**
 * Writes a part's table into its marked section of docs/performance-tables.md, with the date, the versions and the machine.
 * Everything outside the marks is left alone.
 */
export function keep({ name }: Part, { title, columns, rows, notes }: Table): void {
  const cells = (row: readonly string[]) => `| ${row.join(' | ')} |`
  const section = [
    `<!-- bench ${name}: written by \`npm run bench\` -->`,
    `## ${title}`,
    '',
    cells(columns),
    cells(columns.map((_, at) => (rows.every((row) => isFigure(row[at]!)) ? '--:' : '---'))),
    ...rows.map(cells),
    '',
    ...notes,
    '',
    circumstances(),
    `<!-- bench ${name} ends -->`,
  ].join('\n')
  writeFileSync(FILE, withSection(readFileSync(FILE, 'utf8'), name, section))
  console.log(`\nKept in docs/performance-tables.md`)
}

/** A document with a marked section put in place of the one of the same name, or added at its end. */
export function withSection(before: string, name: string, section: string): string {
  const marked = new RegExp(`<!-- bench ${name}: .*?<!-- bench ${name} ends -->`, 's')
  return marked.test(before) ? before.replace(marked, () => section) : `${before.trimEnd()}\n\n${section}\n`
}

function circumstances(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const isChanged = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' }) !== ''
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return (
    `*${date} UTC, commit ${commit}${isChanged ? ' with changes' : ''}, Node ${process.versions.node}, ` +
    `${processors.length} × ${processors[0]!.model.trim()}, ${gigabytes} GB, load of the machine at the end ${loadavg()[0]!.toFixed(1)}*`
  )
}
