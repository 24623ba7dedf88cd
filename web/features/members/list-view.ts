// How an administrator likes to see the list of people, kept on their device: cards, or a dense table of chosen columns.

export const columnNames = ['situacao', 'email', 'telefone', 'cpf', 'nivel', 'cadastro', 'conferencia'] as const
export type ColumnName = (typeof columnNames)[number]

export type ListView = { readonly isTable: boolean; readonly columns: readonly ColumnName[] }

const KEY = 'ciranda-lista-de-pessoas'
const usual: ListView = { isTable: false, columns: ['situacao', 'email', 'telefone', 'nivel'] }

/** The view that was kept; the usual one where there is none, or nothing that can be read. */
export function readListView(): ListView {
  try {
    return parseListView(localStorage.getItem(KEY))
  } catch {
    return usual
  }
}

/** Columns are kept in the table's order, however they were chosen. */
export function parseListView(text: string | null): ListView {
  if (text === null) return usual
  try {
    const { isTable, columns } = JSON.parse(text) as Partial<Record<keyof ListView, unknown>>
    if (!Array.isArray(columns)) return usual
    return { isTable: isTable === true, columns: columnNames.filter((name) => columns.includes(name)) }
  } catch {
    return usual
  }
}

export function writeListView(view: ListView): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(view))
  } catch {
    // A browser that keeps nothing shows the usual view the next time.
  }
}
