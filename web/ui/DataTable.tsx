import './DataTable.css'
import { memo, useDeferredValue, useMemo } from 'react'
import type { ReactNode } from 'react'
import { say } from '#web/text/say.ts'
import { useGrowing } from './useGrowing.ts'

export type Column<T> = {
  readonly name: string
  readonly cell: (row: T) => ReactNode
  /** Its words stay on one line where there is room: dates, amounts, states. */
  readonly isTight?: boolean
  /**
   * The main content of the row: it may wrap anywhere and takes the whole width of the card that a row becomes on a
   * small screen.
   */
  readonly isMain?: boolean
  /** It heads that card, and needs no name there: an amount, a state. */
  readonly isFirst?: boolean
}

type Props<T> = {
  /** The accessible name of the table: 'Doações'. */
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  /** Names a row in the accessible name of its button. */
  readonly nameOf: (row: T) => string
  readonly onOpen: (row: T) => void
  /** The words of each row's button. */
  readonly open?: string
  /** Many rows at a glance: low, where there is room for a table. */
  readonly isDense?: boolean
  /** The rows shown are still the ones before: others are on their way. */
  readonly isBusy?: boolean
}

/** More rows than this are drawn, and laid out, a part after another, between which the page answers. */
const AT_ONCE = 30
const TOGETHER = 12

/**
 * A table where there is room for one, and a card a row where there is not; each row can be opened. Plain
 * elements: a hundred of the library's buttons cost as much as all the rest of the table.
 */
export function DataTable<T>(props: Props<T>) {
  const { label, columns, rows, isDense = false, isBusy = false } = props
  const behind = useDeferredValue(props)
  const shown = rows.length > AT_ONCE ? behind : props
  const parts = useMemo(() => inParts(shown.rows), [shown.rows])
  const drawn = useGrowing(parts.length)
  return (
    <div className="data-table" aria-busy={isBusy} data-dense={isDense || undefined}>
      <div>
        <table {...as('table')} aria-label={label}>
          <thead {...as('rowgroup')}>
            <tr {...as('row')}>
              {[...columns.map(({ name }) => name), 'Ações'].map((name) => (
                <th key={name} {...as('columnheader')} scope="col">
                  {say(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...as('rowgroup')} onKeyDown={moveByKey}>
            {parts.slice(0, drawn).map((together, part) => (
              <Rows key={part} {...shown} rows={together} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function inParts<T>(rows: readonly T[]): (readonly T[])[] {
  if (rows.length <= AT_ONCE) return [rows]
  const count = Math.ceil(rows.length / TOGETHER)
  return Array.from({ length: count }, (_, part) => rows.slice(part * TOGETHER, (part + 1) * TOGETHER))
}

const Rows = memo(RowsTogether) as typeof RowsTogether

function RowsTogether<T>({ columns, rows, keyOf, nameOf, onOpen, open = 'Ver Detalhes' }: Props<T>): ReactNode {
  return rows.map((row) => (
    <tr key={keyOf(row)} {...as('row')}>
      {columns.map(({ name, cell, isTight, isMain, isFirst }) => (
        <td
          key={name}
          {...as('cell')}
          data-label={say(name)}
          data-tight={isTight || undefined}
          data-main={isMain || undefined}
          data-first={isFirst || undefined}
        >
          {cell(row)}
        </td>
      ))}
      <td {...as('cell')} data-tight>
        <button type="button" className="row-open" onClick={() => onOpen(row)} aria-label={`${open}: ${nameOf(row)}`}>
          {open}
        </button>
      </td>
    </tr>
  ))
}

/** Moves from a row's button to another row's, as arrows, Home and End say; Enter opens, as for any button. */
function moveByKey(event: React.KeyboardEvent<HTMLTableSectionElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('td:last-child > button')]
  const at = buttons.findIndex((button) => button === event.target)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const next = to === undefined ? undefined : buttons[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Repeats the table roles, because some browsers drop them when CSS changes the display of a table. */
function as(role: string): { role: string } {
  return { role }
}
