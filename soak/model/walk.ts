import type { BeginningRow } from '#circle/beginning.ts'
import { decide } from '#circle/circle.ts'
import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import { findUnfinished } from '#circle/ending.ts'
import { apply } from '#circle/evolve.ts'
import { broughtRows } from '#circle/testing/brought.ts'
import { openLedgerBooks } from '#circle/ledger/books.ts'
import { openDeadlines } from '#circle/ledger/deadlines.ts'
import { takesParts } from '#circle/parts.ts'
import { ensureSettled, openBooks } from '#circle/testing/invariants.ts'
import { levelPlan, presets, rodaPlan } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { emptyState } from '#circle/state.ts'
import { oneLevelPlan, shortPlan, twoLevelPlan } from '#circle/testing/walk.ts'
import { nextLastChange } from '#circle/undo.ts'
import type { LastChange } from '#circle/undo.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { Dice } from '../frame/dice.ts'
import { randomCommand } from './commands.ts'
import { differenceOf, Names } from './compare.ts'
import { NaiveCircle } from './naive-circle.ts'
import { usefulStep } from './useful-steps.ts'

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 0, 10, 12)

/** Every plan there is, and three whose levels are so short that a walk goes round all of them many times. */
const PLANS: readonly Plan[] = [
  shortPlan,
  presets.termos,
  presets.rotativo,
  oneLevelPlan,
  twoLevelPlan,
  shortPlan,
  presets.tela,
  presets.roda,
]

/** Rodas, short enough that a walk goes round several times: half of the walks, for most of what people do happens there. */
const RODAS: readonly Plan[] = [2, 3, 5].map((months) => rodaPlan({ amountCents: 10_000, months }))

export type Setting = {
  readonly mode: 'demonstracao' | 'real'
  readonly plan: Plan
  readonly members: number
  /** By which rules a real one was founded. */
  readonly rules?: number
  /** It comes in from paper with these rows; they may be refused. */
  readonly rows?: readonly BeginningRow[]
  /** How many places each member takes, where it is a roda of such. */
  readonly shares?: readonly number[]
}
export type Timed = { readonly command: Command; readonly at: number }

/** The circle of a walk, and its members: few, now and then a hundred, so that a queue is full. */
export function settingOf(dice: Dice): Setting {
  const plan = dice.pick(dice.happens(0.5) ? RODAS : PLANS)
  const isBalanced = plan.levels.every(({ owed }) => owed.length === 0)
  const members = dice.happens(0.02) ? dice.between(96, 101) : dice.between(2, 14)
  const mode = isBalanced && dice.happens(0.5) ? 'real' : 'demonstracao'
  const shares =
    plan.levels.length === 1 && dice.happens(0.5) ? Array.from({ length: members }, () => dice.pick([1, 1, 2, 3])) : []
  const rules = mode === 'real' && dice.happens(0.7) ? COUNTED_SINCE : 1
  if (mode === 'demonstracao' || plan.levels.length > 1 || dice.happens(0.5))
    return { mode, plan, members, shares, rules }
  // As many as a turn needs, or its rows could never hold.
  const enough = Math.max(members, levelPlan(plan, 1).required + 1)
  const names = Array.from({ length: enough }, (_, index) => `m${index + 1}`)
  return { mode, plan, members: enough, rules, rows: broughtRows(plan, names, (below) => dice.below(below)) }
}

/** The two circles side by side. `perform` throws where they differ. */
export class Pair {
  readonly naive: NaiveCircle
  readonly kinds = new Set<string>()
  /** How often each kind of command was done, and how often refused. */
  readonly verdicts = new Map<string, number>()
  accepted = 0
  private state: CircleState
  private readonly replayed
  private readonly names = new Names()
  private readonly books = openBooks()
  /** The books by which a member's device verifies the ledger. */
  private readonly verifier = openLedgerBooks()
  private last: LastChange | null = null
  private ids = 0
  private seq = 0
  private entries = 1

  constructor({ mode, plan, members, rules, rows, shares }: Setting) {
    this.naive = new NaiveCircle(mode, plan, monthInSaoPaulo, rules)
    this.state = emptyState(mode, plan, rules)
    this.replayed = draftOf(this.state)
    this.verifier.record(this.entries, 'circle.created', { mode, plan })
    for (let n = 1; n <= members; n += 1) {
      this.perform({ command: { kind: 'approve_member', memberId: `m${n}` }, at: BEGIN })
      const own = shares?.[n - 1] ?? 1
      if (own > 1) this.perform({ command: { kind: 'take_shares', memberId: `m${n}`, shares: own }, at: BEGIN })
      const place = { memberId: `m${n}`, level: 1, position: n, isReceiver: false } as const
      this.perform({ command: { kind: 'place', ...place }, at: BEGIN })
    }
    if (rows) this.perform({ command: { kind: 'bring_in', rows }, at: BEGIN })
  }

  perform({ command, at }: Timed): void {
    if (command.kind === 'undo' && (this.last === null || this.last.rests !== null || this.naive.before === null)) {
      const [rules, plain] = [this.last !== null && this.last.rests === null, this.naive.before !== null]
      if (rules !== plain) throw new Error(`The last change can ${rules ? '' : 'not '}be undone, says only the rules`)
      return
    }
    const before = this.state
    const asked = this.inIds(command)
    const decision = decide(before, asked, { now: at, newId: () => `id-${String((this.ids += 1)).padStart(6, '0')}` })
    const isAlone = command.kind !== 'hand_over' || !this.naive.hasOthersMoney(command.memberId)
    const verdict = this.naive.perform(command, at)
    const [rules, plain] = [decision, verdict].map((one) => (one.ok ? 'done' : one.code))
    if (rules !== plain) throw new Error(`The rules answer ${rules}, the naive circle ${plain}`)
    const said = `${command.kind}: ${decision.ok ? 'done' : 'refused'}`
    this.verdicts.set(said, (this.verdicts.get(said) ?? 0) + 1)
    if (command.kind === 'expire' && decision.ok) this.ensureNobodySpared(decision.state, command, at)
    if (command.kind === 'hand_over' && decision.ok) this.compareDeciders(before, command, isAlone)
    if (!decision.ok || decision.events.length === 0) return this.compare()
    this.accepted += 1
    this.seq += 1
    for (const event of decision.events) {
      this.kinds.add(event.kind)
      this.names.note(event)
      this.books.record(event)
      this.verify(event)
      apply(this.replayed, event, at)
    }
    this.state = decision.state
    const { events, state: after } = decision
    this.last = nextLastChange(this.last, { seq: this.seq, command: asked, events, before, after })
    this.compare()
  }

  private verify({ kind, ...payload }: CircleEvent): void {
    this.entries += 1
    const fault = this.verifier.record(this.entries, kind, payload)
    if (fault !== null) throw new Error(`The verifier finds ${fault} in ${kind}`)
  }

  /** Once the clock has looked, no device says of any donation that its deadline is over and was not told. */
  private ensureNobodySpared(state: CircleState, { late }: { readonly late?: boolean }, at: number): void {
    if (takesParts(state) && late !== true) return
    const deadlines = openDeadlines()
    deadlines.note({ payload: { deadlineAt: at } })
    if (deadlines.spares(state, at) || deadlines.spares(state, at + 25 * HOUR))
      throw new Error('The verifier finds a deadline spared behind the clock’s own look')
  }

  /** Checks that are needed only at the end, because what breaks them earlier shows there too. */
  end(): void {
    this.books.check(this.state)
    ensureSettled(this.state)
    const difference = differenceOf(this.replayed, this.naive, this.names)
    if (difference !== null) throw new Error(`Replaying the events gives another state. ${difference}`)
  }

  private compare(): void {
    const difference = differenceOf(this.state, this.naive, this.names)
    if (difference !== null) throw new Error(difference)
    const mayClose = findUnfinished(this.state) === null
    if (mayClose !== this.naive.isEven())
      throw new Error(`It may be closed, says only ${mayClose ? 'the rules' : 'the naive circle'}`)
  }

  /** One person decides alone where nobody's money goes with the place; in a demonstration always. */
  private compareDeciders(before: CircleState, command: Command, isAlone: boolean): void {
    const mayAlone = takesTwoPeople({ ...before, mode: 'real' }, command) === null
    if (mayAlone !== isAlone)
      throw new Error(`One person hands a place over, says only ${mayAlone ? 'the rules' : 'the naive circle'}`)
    this.kinds.add(`walks with a place handed over by ${isAlone ? 'one' : 'two'}`)
  }

  private inIds(command: Command): Command {
    if (command.kind === 'undo') return { kind: 'undo', seq: this.last!.seq, inverse: this.last!.inverse }
    const ids = { ...command } as Record<string, unknown>
    for (const key of ['entryId', 'otherEntryId', 'nextEntryId', 'donationId', 'reportId'])
      if (typeof ids[key] === 'string') ids[key] = this.names.idOf(ids[key])
    if (command.kind === 'report' || command.kind === 'open_case') ids['reportId'] = `case-${this.seq}`
    return ids as Command
  }
}

/** A random walk of so many commands. Calls `onCommand` before each; throws where the circles differ. */
export function walk(dice: Dice, length: number, onCommand: (timed: Timed, setting: Setting) => void): Pair {
  const setting = settingOf(dice)
  const pair = new Pair(setting)
  let at = BEGIN
  for (let step = 0; step < length; step += 1) {
    // Mostly minutes apart, now and then a month, so that deadlines and periods pass.
    at += dice.happens(0.016) ? dice.below(800) * HOUR : dice.below(3 * HOUR)
    const useful =
      RODAS.includes(setting.plan) && dice.happens(0.6) ? usefulStep(pair.naive, monthInSaoPaulo(at), dice) : null
    // Somebody without a place may be somebody's substitute.
    const isMeant = useful !== null && (useful.kind !== 'place' || dice.happens(0.2))
    if (useful?.kind === 'next_month') at += 31 * 24 * HOUR
    const command = !isMeant
      ? randomCommand(pair.naive, dice, PLANS)
      : useful.kind === 'next_month'
        ? ofNextMonth(pair)
        : useful
    // The lock keeps time from falling inside a circle, so that the rules never see it.
    const timed = { command, at }
    onCommand(timed, setting)
    pair.perform(timed)
  }
  pair.end()
  return pair
}

/** A rotation that is over begins again, sooner or later; else the month is asked for. */
function ofNextMonth({ naive }: Pair): Command {
  return naive.isOver() ? { kind: 'begin_rotation' } : { kind: 'generate_pull' }
}

/** Whether these commands still make the circles differ, and how. */
export function faultOf(setting: Setting, commands: readonly Timed[]): string | null {
  try {
    const pair = new Pair(setting)
    for (const timed of commands) pair.perform(timed)
    pair.end()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const TRIES_MAX = 3_000

/** The failing commands without those that are not needed, found by leaving out ever smaller pieces. */
export function shorten(setting: Setting, commands: readonly Timed[]): readonly Timed[] {
  let path = commands
  let tries = 0
  for (let size = Math.ceil(path.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < path.length && tries < TRIES_MAX; tries += 1) {
      const shorter = [...path.slice(0, at), ...path.slice(at + size)]
      if (faultOf(setting, shorter) === null) at += size
      else path = shorter
    }
  }
  return path
}

/** São Paulo has been three hours behind UTC, summer and winter, since 2019. */
function monthInSaoPaulo(at: number): string {
  return new Date(at - 3 * HOUR).toISOString().slice(0, 7)
}
