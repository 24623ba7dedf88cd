import Papa from 'papaparse'
import { invitedFields } from '#contracts/forms/join-links.ts'
import type { InvitedField, InvitedRow } from '#contracts/forms/join-links.ts'
import { isValidCpf } from '#contracts/payment/documents.ts'
import { searchText } from '#contracts/search-text.ts'

/** A person of a list, and the line of the file or of the pasted text that they stand in. */
export type ListedPerson = InvitedRow & { readonly line: number }

type Column = InvitedField | 'name'

/** Column titles as people write them, without accents, case and signs. */
const titles: readonly (readonly [RegExp, Column])[] = [
  [/^(sobrenome|ultimonome|lastname|segundonome)$/, 'lastName'],
  [/^(primeironome|firstname|prenome)$/, 'firstName'],
  [/^(nome|nomecompleto|participante|pessoa|membro|name|fullname|contato)$/, 'name'],
  [/^(e?mail|correioeletronico|correio|enderecodeemail)\d*$/, 'email'],
  [
    /^(celular|telefone|telefonecelular|fone|tel|cel|whatsapp|whats|zap|phone|mobile|numero|contatowhatsapp)\d*$/,
    'phone',
  ],
  [/^(cpf|documento|cpfoucnpj)$/, 'cpf'],
]

/**
 * Reads a list of people from a spreadsheet: separated by commas, semicolons or tabs, quoted or not, with titles in any
 * order, or without titles, where the columns are known by what stands in them. Empty lines are left out.
 */
export function readList(text: string): ListedPerson[] {
  // Excel may say the separator in a first line of its own.
  const plain = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '')
  const skipped = text.length === plain.length || !/^\uFEFF?sep=/i.test(text) ? 0 : 1
  const { data } = Papa.parse<string[]>(plain, { delimitersToGuess: [';', ',', '\t', '|'] })
  const lines = data
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 + skipped }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const titled = columnsByTitle(lines[0]?.cells ?? [])
  const columns = titled ?? columnsByContent(lines.map(({ cells }) => cells))
  return lines.slice(titled ? 1 : 0).map(({ cells, line }) => ({ ...personOf(cells, columns), line }))
}

function columnsByTitle(cells: readonly string[]): (Column | null)[] | null {
  const taken = new Set<Column>()
  const columns = cells.map((cell) => {
    const title = searchText(cell).replaceAll(/[^a-z0-9]/g, '')
    const column = titles.find(([pattern]) => pattern.test(title))?.[1] ?? null
    if (column === null || taken.has(column)) return null
    taken.add(column)
    return column
  })
  return taken.size > 0 ? columns : null
}

/**
 * Knows the columns without titles: of each kind the column in which most cells look like it, so that a wrong
 * one in a short list stays in its column and is told as wrong. The rest are names, first to last.
 */
function columnsByContent(rows: readonly (readonly string[])[]): (Column | null)[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const columns: (Column | null)[] = Array.from({ length: width }, () => null)
  for (const [column, likeness] of kinds) {
    const shares = columns.map((known, at) => {
      const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
      const sum = cells.reduce((points, cell) => points + likeness(cell), 0)
      // Half of the cells surely, or all of them perhaps.
      return known === null && sum >= cells.length ? sum : 0
    })
    const most = Math.max(0, ...shares)
    if (most > 0) columns[shares.indexOf(most)] = column
  }
  for (const name of ['name', 'lastName'] as const) {
    const free = columns.indexOf(null)
    if (free !== -1) columns[free] = name
  }
  return columns
}

/** How much a cell looks like each kind: 1 perhaps, 2 surely; one @ in ten cells is enough. A phone may have a CPF's digits. */
const kinds: readonly (readonly [Column, (cell: string) => number])[] = [
  ['email', (cell) => (cell.includes('@') ? 10 : /^[a-z0-9][\w.-]*\.[a-z]{2,}$/.test(cell) ? 1 : 0)],
  ['cpf', (cell) => (/^\d{3}\.\d{3}\.\d{3}/.test(cell) ? 2 : isValidCpf(cell) ? 1 : 0)],
  ['phone', (cell) => (/\d{8}/.test(cell.replaceAll(/[\s().+-]/g, '')) ? 2 : 0)],
]

function personOf(cells: readonly string[], columns: readonly (Column | null)[]): InvitedRow {
  const cell = (column: Column) => (cells[columns.indexOf(column)] ?? '').slice(0, 254)
  const row = Object.fromEntries(invitedFields.map((field) => [field, cell(field)])) as InvitedRow
  if (row.firstName !== '') return row
  const name = cell('name')
  if (row.lastName !== '') return { ...row, firstName: name }
  const [firstName = '', ...others] = name.split(/\s+/)
  return { ...row, firstName, lastName: others.join(' ') }
}
