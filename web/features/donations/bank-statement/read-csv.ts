import Papa from 'papaparse'
import { searchText } from '#contracts/search-text.ts'
import { centsOf, dayAsWritten } from './amounts.ts'
import type { StatementLine } from './statement.ts'

type Column = 'day' | 'amount' | 'credit' | 'debit' | 'side' | 'id' | 'nothing'

/** Column titles as banks write them, without accents, case and signs; any other column is text about the movement. */
const titles: readonly (readonly [RegExp, Column])[] = [
  [/^(data|date|datamov|datalancamento|datadolancamento|datatransacao|datadatransacao|datamovimentacao)$/, 'day'],
  [/^(datahora|dataehora|releasedate)$/, 'day'],
  [/^(valor|valordatransacao|valorliquido|amount|transactionnetamount)$/, 'amount'],
  [/^(credito|creditos|entrada|entradas)$/, 'credit'],
  [/^(debito|debitos|saida|saidas)$/, 'debit'],
  [/^(debcred|cd|dc|natureza|tipolancamento|tipodelancamento)$/, 'side'],
  [/^(identificador|referenceid|iddatransacao|codigodatransacao|transactionid)$/, 'id'],
  [/^(saldo|saldos|saldododia|partialbalance|balance)$/, 'nothing'],
  [/^(conta|agencia|datacontabil|datadobalancete|docto|doc|documento|nrdoc|situacao|hora|status)$/, 'nothing'],
  [/^(numerododocumento|ndocumento|dependenciaorigem|agorigem)$/, 'nothing'],
]

/**
 * The movements of a bank's CSV file: separated by semicolons, commas or tabs, with the bank's own lines before the titles and
 * after the movements, or without titles. `cut_off` where the last movement breaks off, null where there is no table.
 */
export function readCsv(text: string): readonly StatementLine[] | 'cut_off' | null {
  for (const delimiter of [';', ',', '\t']) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter })
    const rows = data.map((cells) => cells.map((cell) => cell.trim()))
    const at = rows.findIndex((cells) => isTitled(columnsOf(cells)))
    const columns = at === -1 ? untitled(rows) : columnsOf(rows[at]!)
    if (columns === null) continue
    const movements = rows.slice(at + 1).filter((cells) => cells.some((cell) => cell !== ''))
    if (breaksOff(movements.at(-1), columns) && !/\n\s*$/.test(text)) return 'cut_off'
    return errors.some(({ code }) => code === 'MissingQuotes') ? 'cut_off' : linesOf(movements, columns)
  }
  return null
}

function columnsOf(cells: readonly string[]): (Column | null)[] {
  const taken = new Set<Column>()
  return cells.map((cell) => {
    const title = searchText(cell)
      .replace('r$', '')
      .replaceAll(/[^a-z]/g, '')
    const column = titles.find(([pattern]) => pattern.test(title))?.[1] ?? null
    if (column === null || (column !== 'nothing' && taken.has(column))) return column === null ? null : 'nothing'
    taken.add(column)
    return column
  })
}

function isTitled(columns: readonly (Column | null)[]): boolean {
  return columns.includes('day') && (columns.includes('amount') || columns.includes('credit'))
}

/** The columns of a file without titles: the day first, the amount in the first column that is one in every line. */
function untitled(rows: readonly (readonly string[])[]): (Column | null)[] | null {
  const dated = rows.filter(([first = '']) => dayAsWritten(first) !== null)
  const width = Math.max(0, ...dated.map(({ length }) => length))
  const amount = Array.from({ length: width }, (_, at) => at).find(
    (at) => at > 0 && dated.every((cells) => /[.,]\d{2}\D*$/.test(cells[at] ?? '') && centsOf(cells[at]!) !== null),
  )
  if (amount === undefined) return null
  return Array.from({ length: width }, (_, at) =>
    at === 0 ? 'day' : at < amount ? null : at === amount ? 'amount' : 'nothing',
  )
}

/** A last line that has a day and ends before its amount. */
function breaksOff(cells: readonly string[] | undefined, columns: readonly (Column | null)[]): boolean {
  if (!cells || dayAsWritten(cells[columns.indexOf('day')] ?? '') === null) return false
  const amounts = columns.flatMap((column, at) => (column === 'amount' || column === 'credit' ? [at] : []))
  return cells.length <= Math.min(...amounts)
}

function linesOf(rows: readonly (readonly string[])[], columns: readonly (Column | null)[]): StatementLine[] {
  const lines: StatementLine[] = []
  for (const cells of rows) {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? ''
    const text = cells.filter((value, at) => (columns[at] ?? null) === null && value !== '').join(' ')
    const day = dayAsWritten(cell('day'))
    const cents = day === null ? null : amountOf(cell)
    const last = lines.at(-1)
    // Some banks write who paid in a line of its own, without day and amount.
    if (day === null && cell('day') === '' && last && text !== '' && amountOf(cell) === null)
      lines[lines.length - 1] = { ...last, text: `${last.text} ${text}` }
    // A balance is no movement, though some banks write it among them.
    if (day !== null && cents !== null && cents !== 0 && !/^s ?a ?l ?d ?o\b/i.test(text))
      lines.push({ day, cents, text, id: cell('id') || null })
  }
  return lines
}

function amountOf(cell: (column: Column) => string): number | null {
  const [credit, debit] = [centsOf(cell('credit')) ?? 0, centsOf(cell('debit')) ?? 0]
  if (credit !== 0 || debit !== 0) return Math.abs(credit) - Math.abs(debit)
  const cents = centsOf(cell('amount'))
  return cents !== null && /^(d|saida)/.test(searchText(cell('side'))) ? -Math.abs(cents) : cents
}
