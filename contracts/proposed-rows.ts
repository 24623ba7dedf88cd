import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { LEVELS } from '#circle/plan.ts'
import type { Level, Plan } from '#circle/plan.ts'
import type { CircleState, Entry } from '#circle/state.ts'
import type { ApprovalChange } from './approvals.ts'
import { donationOutcomeLabels } from './labels.ts'
import { centsText } from './money-text.ts'

/** A person's name by their id; null is the administrative account. */
type NameOf = (id: string | null) => string

/** Between whom a donation is, and its amount. */
export type Parties = { readonly amountCents: number; readonly donorId: string; readonly receiverId: string | null }

/** `donation`: the one that the command is about; the state forgets those that ended. */
type Facts = {
  readonly state: CircleState
  readonly now: number
  readonly nameOf: NameOf
  readonly donation?: Parties | undefined
}

/**
 * The changes of a command that two people decide, a row each, from the circle's state alone: the server tells it so, and the
 * device of whoever approves reads it out of the command that it signs and the ledger that it keeps. Empty for every other command.
 */
export function rowsOfCommand(facts: Facts, command: Command): ApprovalChange[] {
  const { state, nameOf } = facts
  switch (command.kind) {
    case 'depart_member':
      return departureRows(facts, command.memberId)
    case 'pause_month':
      return pausedRows(facts, command)
    case 'resolve_report':
      return [...donationRows(facts), row('donation_outcome', donationOutcomeLabels[command.outcome])]
    case 'decide_appeal':
      return [
        ...donationRows(facts),
        row('appeal', command.decision === 'UPHELD' ? 'A primeira decisão vale' : 'A decisão muda'),
        row('donation_outcome', donationOutcomeLabels[command.outcome]),
      ]
    case 'hand_over':
      return handOverRows(facts, command)
    case 'change_plan':
      return planRows(state.plan, command.plan)
    default:
      return moveRows(movesOf(facts, command), nameOf)
  }
}

const row = (field: string, after: string): ApprovalChange => ({ field, before: null, after })

function donationRows({ donation, nameOf }: Facts): ApprovalChange[] {
  if (!donation) return []
  const { amountCents, donorId, receiverId } = donation
  return [row('donation', `${centsText(amountCents)}, de ${nameOf(donorId)} para ${nameOf(receiverId)}`)]
}

/** Somebody with several places leaves a month out for all of them, as one: each who waits for it, and for how much. */
function pausedRows(facts: Facts, command: Command): ApprovalChange[] {
  const { state, now } = facts
  const decided = decide(state, command, { now, newId: () => 'asked' })
  const events = decided.ok ? decided.events : []
  const paused = events.flatMap((event) =>
    event.kind === 'contribution.paused' ? [state.donations.get(event.donationId)!] : [],
  )
  if (paused.length < 2) return donationRows(facts)
  return [...Map.groupBy(paused, ({ receiverId }) => receiverId).values()].flatMap((own) => {
    const amountCents = own.reduce((sum, one) => sum + one.amountCents, 0)
    return donationRows({ ...facts, donation: { ...own[0]!, amountCents } })
  })
}

/** The person who would go, what they gave and received, and the places that they would lose. */
function departureRows({ state, nameOf }: Facts, memberId: string): ApprovalChange[] {
  const member = state.members.get(memberId)
  if (!member) return []
  const sum = (amounts: Readonly<Record<string, number>>) => Object.values(amounts).reduce((all, one) => all + one, 0)
  return [
    row('person', nameOf(memberId)),
    row('money', `Deu ${centsText(sum(member.given))} e recebeu ${centsText(sum(member.received))}`),
    ...[...state.entries.values()]
      .filter((entry) => entry.memberId === memberId)
      .map(({ level, position }) => ({ field: `place_${level}`, before: `Lugar ${position}`, after: null })),
  ]
}

/** The two people, what the place gave and received, what it still has to give, and what it owes and is owed now. */
function handOverRows({ state, nameOf }: Facts, command: Extract<Command, { kind: 'hand_over' }>): ApprovalChange[] {
  const { memberId, newcomerId, givenCents, receivedCents } = command
  const open = (party: 'donorId' | 'receiverId') => {
    const sums = [...state.donations.values()].flatMap((one) => (one[party] === memberId ? [one.amountCents] : []))
    return sums.reduce((all, one) => all + one, 0)
  }
  const awaited = open('receiverId')
  const ahead = receivedCents + awaited - givenCents
  const sum = centsText(Math.abs(ahead))
  const rest =
    ahead < 0 ? `receber mais ${sum}, até ter recebido o que deu` : `dar mais ${sum}, até ter dado o que recebeu`
  return [
    row('leaves', nameOf(memberId)),
    row('comes', nameOf(newcomerId)),
    ...[...state.entries.values()]
      .filter((entry) => entry.memberId === memberId)
      .map(({ position }) => row('place', `Lugar ${position}`)),
    row('place_money', `Deu ${centsText(givenCents)} e recebeu ${centsText(receivedCents)}`),
    row('place_owes', `${awaited > 0 ? 'Com o que vai chegar' : 'Agora'}: ${ahead === 0 ? 'nada' : rest}`),
    row('place_open', `Deve ${centsText(open('donorId'))} e tem a receber ${centsText(awaited)}`),
  ]
}

function planRows(before: Plan, after: Plan): ApprovalChange[] {
  const rows: ApprovalChange[] = [
    { field: 'plan_name', before: before.name, after: after.name },
    { field: 'deadline_days', before: String(before.deadlineDays), after: String(after.deadlineDays) },
  ]
  // A plan may come to have more levels, or fewer.
  for (const at of LEVELS.keys()) {
    const [old, level] = [before.levels[at], after.levels[at]]
    rows.push({ field: `level_${at + 1}`, before: old ? levelText(old) : null, after: level ? levelText(level) : null })
  }
  return rows.filter((one) => one.before !== one.after)
}

function levelText({ donationCents, required, contributes, owed }: Plan['levels'][number]): string {
  const debts = owed.map(({ count, amountCents, type }) => `${count} × ${centsText(amountCents)} (${type})`)
  return [
    `${required} ${required === 1 ? 'doação' : 'doações'} de ${centsText(donationCents)}`,
    contributes ? 'contribui todo mês' : 'sem contribuição mensal',
    debts.length > 0 ? `depois deve ${debts.join(', ')}` : 'depois não deve nada',
  ].join('; ')
}

type Move = { readonly memberId: string; readonly level: Level; readonly before: string; readonly after: string }

/** Whose place or role a command would change, now, in the order of the queues; nobody's where the rules refuse it. */
export function movesOf({ state, now }: Pick<Facts, 'state' | 'now'>, command: Command): Move[] {
  let ids = 0
  const decided = decide(state, command, { now, newId: () => `asked-${(ids += 1)}` })
  if (!decided.ok) return []
  const after = decided.state.entries
  const all = [...new Map([...state.entries, ...after]).values()]
  return all
    .sort((a, b) => a.level - b.level || a.position - b.position)
    .map(({ id, memberId, level }) => {
      return { memberId, level, before: placeText(state.entries.get(id)), after: placeText(after.get(id)) }
    })
    .filter((move) => move.before !== move.after)
}

function placeText(entry: Entry | undefined): string {
  if (!entry) return 'sem lugar'
  return `lugar ${entry.position}${entry.isReceiver ? ', recebendo' : ''}`
}

/** How many moves a proposal tells one by one. */
const TOLD_MAX = 10

function moveRows(moves: readonly Move[], nameOf: NameOf): ApprovalChange[] {
  const more = moves.length - TOLD_MAX
  return [
    ...moves.slice(0, TOLD_MAX).map(({ memberId, level, before, after }) => ({
      field: `place_${level}`,
      before: `${nameOf(memberId)}: ${before}`,
      after,
    })),
    ...(more > 0 ? [row('places_more', `mais ${more}`)] : []),
  ]
}
