import type { BeginningRow } from '#circle/beginning.ts'
import { parseReais, reaisText } from '#web/text/reais.ts'

/** A row as it is typed. */
export type RowDraft = { readonly memberId: string; readonly given: string; readonly received: string }

type Sent = { readonly member_id: string; readonly given: number; readonly received: number }

const cents = (reais: number) => Math.round(reais * 100)

/** Rows as the ledger's command has them. */
export function commandRows(rows: readonly Sent[]): BeginningRow[] {
  return rows.map(({ member_id: memberId, given, received }) => ({
    memberId,
    givenCents: cents(given),
    receivedCents: cents(received),
  }))
}

export function draftOf(rows: readonly Sent[]): RowDraft[] {
  return rows.map(({ member_id: memberId, given, received }) => ({
    memberId,
    given: reaisText(given),
    received: reaisText(received),
  }))
}

type Told = {
  readonly rows: readonly Sent[]
  readonly left: readonly string[]
  readonly newcomers: readonly string[]
}

/** The rows that can be entered now: without those who left since, and with a row of zeros for who came. */
export function rowsNow({ rows, left, newcomers }: Told): Sent[] {
  const stay = rows.filter(({ member_id: id }) => !left.includes(id))
  return [...stay, ...newcomers.map((id) => ({ member_id: id, given: 0, received: 0 }))]
}

/** Rows as they were typed, of the people that there are by now: what was typed of the others stays as it is. */
export function draftsOfNow(drafts: readonly RowDraft[], rows: readonly Sent[]): RowDraft[] {
  const kept = drafts.filter(({ memberId }) => rows.some((row) => row.member_id === memberId))
  const others = rows.filter((row) => !kept.some(({ memberId }) => memberId === row.member_id))
  return [...kept, ...draftOf(others)]
}

/** The rows as they would be sent; what is no amount is no number. */
export function sentRows(drafts: readonly RowDraft[]): Sent[] {
  const read = (text: string) => parseReais(text) ?? Number.NaN
  return drafts.map(({ memberId, given, received }) => ({
    member_id: memberId,
    given: read(given),
    received: read(received),
  }))
}

type Person = { readonly id: string; readonly name: string }
type Pasted = { readonly rows: readonly RowDraft[]; readonly unread: readonly string[] }

/**
 * Reads lines of a spreadsheet: name, given, received, apart by a tab or a semicolon, in the order of the turns. A first name is
 * enough where it is one person's alone. Who is in no line comes behind, as before; a line without its person is said.
 */
export function pasteRows(text: string, people: readonly Person[], before: readonly RowDraft[]): Pasted {
  const rows: RowDraft[] = []
  const unread: string[] = []
  for (const line of text.split(/\r?\n/).filter((each) => each.trim() !== '')) {
    const [name = '', given = '', received = ''] = line.split(/[\t;]/).map((cell) => cell.trim())
    const person = personOf(name, people)
    const isNew = person !== null && !rows.some(({ memberId }) => memberId === person.id)
    const areAmounts = [given, received].every((amount) => amount === '' || parseReais(amount) !== null)
    if (isNew && areAmounts) rows.push({ memberId: person.id, given: given || '0', received: received || '0' })
    else unread.push(line.trim())
  }
  const left = before.filter(({ memberId }) => !rows.some((row) => row.memberId === memberId))
  return { rows: [...rows, ...left], unread }
}

function personOf(written: string, people: readonly Person[]): Person | null {
  const wanted = plain(written)
  if (wanted === '') return null
  const whole = people.filter(({ name }) => plain(name) === wanted)
  const found = whole.length > 0 ? whole : people.filter(({ name }) => `${plain(name)} `.startsWith(`${wanted} `))
  return found.length === 1 ? found[0]! : null
}

const plain = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
