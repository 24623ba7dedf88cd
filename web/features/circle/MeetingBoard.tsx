import './meeting.css'
import { monthText } from '#web/text/dates.ts'
import type { Result } from './api.ts'
import { hasPaid, monthLine } from './month-text.ts'

/** So many names are read at a glance; of more the list below says who receives. */
const NAMED = 3

const turnsText = (names: readonly string[]): string =>
  names.length > NAMED
    ? `A vez de ${names.length} pessoas`
    : `A vez de ${new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names)}`

type Props = {
  readonly name: string
  readonly result: Pick<Result, 'ring' | 'all_asked' | 'rotation_over'>
  /** The name of each place's person. */
  readonly names: ReadonlyMap<number, string>
  readonly code: string | null
}

/**
 * The month for the table at which a roda meets: who has paid, whose turn it is and the day's code, to be read at three
 * metres. Nothing of it is private. On paper it has a place to sign.
 */
export function MeetingBoard({ name, result, names, code }: Props) {
  const { ring } = result
  const stateOf = (position: number) => {
    const paid = hasPaid(ring, position)
    return paid === null ? null : paid ? 'paid' : 'unpaid'
  }
  // Two places of one person may receive in the same month.
  const receiving = ring.places.filter(({ receiver }) => receiver)
  const receivers = [...new Set(receiving.map(({ position }) => names.get(position) ?? '…'))]
  return (
    <section className="meeting" aria-label="O mês da roda">
      <p className="meeting-month">
        {name}, {monthText(ring.period)}
      </p>
      <p className="meeting-turn">{receivers.length === 0 ? monthLine(result) : turnsText(receivers)}</p>
      {receivers.length > 0 && <p className="meeting-line">{monthLine(result)}</p>}
      <ol>
        {ring.places.map(({ position, receiver }) => {
          const state = stateOf(position)
          return (
            <li key={position} data-state={state ?? undefined}>
              <span className="meeting-mark" aria-hidden="true">
                {state === 'paid' ? '✓' : ''}
              </span>
              <span className="meeting-who">
                <b>{names.get(position) ?? '…'}</b>{' '}
                <span className="meeting-state">
                  {[state === 'paid' ? 'pagou' : state === 'unpaid' ? 'falta' : '', receiver ? 'recebe' : '']
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <span className="meeting-sign" aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      {code !== null && (
        <p className="meeting-code">
          Código de hoje: <b>{code}</b>
        </p>
      )}
    </section>
  )
}
