import { eq, inArray, sql } from 'drizzle-orm'
import type { Command } from '#circle/circle.ts'
import { decide } from '#circle/circle.ts'
import { isDecidedRecord, recordText } from '#circle/ledger/decided-records.ts'
import { deedText, isDeed, isDemandedDeed, isLaterDeed } from '#circle/ledger/deeds.ts'
import { COMMAND_KIND, GENESIS_HASH } from '#circle/ledger/entry.ts'
import { followsAct } from '#circle/ledger/helpers.ts'
import { actOf, actOfRecord } from '#circle/ledger/signed-act.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import { mayFollowEnd } from '#circle/ledger/endings.ts'
import { RULES } from '#circle/ledger/rules.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { ErrorCode } from '#contracts/errors.ts'
import type { TermsAdministrator } from '#circle/terms.ts'
import { termsTextOf } from '#contracts/terms-text.ts'
import { publish, publishTo } from '#server/events/publish.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { rowsOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import { transaction } from '#server/database/transaction.ts'
import { announce, announceRecord, tellHelped } from '#server/notify/notify.ts'
import type { Told } from '#server/notify/telling.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { append, chainDecision, chainRecord } from './append-ledger.ts'
import type { Author } from './append-ledger.ts'
import { checkDevice } from './device-signature.ts'
import { sha256 } from './ledger-chain.ts'
import { freshState, loadLatest } from './read-circle.ts'
import { ensureOthersDecide, ensureOthersDecideRecord } from './own-matter.ts'
import { keepTerms } from './terms.ts'
import { circleColumns } from './save/circle.ts'
import { saveChange } from './save/save-change.ts'
import type { CachedState, StateCache } from './state-cache.ts'
import { circles } from '#server/tables/circles.ts'
import { sessions } from '#server/tables/sessions.ts'
import { users } from '#server/tables/users.ts'

export type CircleContext = Author & {
  readonly database: Pick<Database, 'notify'>
  readonly db: Db
  readonly clock: Clock
  readonly stateCache: StateCache
  /** True where a proposal is tried or carried out (server/context.ts). */
  readonly isProposal?: true
  readonly approvedBy?: string
  readonly isTried?: true
}

/** A circle whose row is locked: its state, and the only way to change it. */
export type LockedCircle = {
  readonly tx: Tx
  readonly id: string
  readonly state: CircleState
  /** The number of the ledger's last entry. */
  readonly seq: number
  /** The time, in epoch ms, that an entry written now would have. */
  readonly now: number
  /**
   * Asks the rules, then writes the events and their rows. Throws a Refusal when the rules refuse. `told`: the reason that
   * those whom it concerns are told; it is in no ledger.
   */
  perform(command: Command, told?: Told): Promise<readonly CircleEvent[]>
  /** Writes a record into the ledger; the circle's state stays as it is. */
  note(record: LedgerRecord): Promise<void>
}

/**
 * The only way to change a circle. It locks the circle's row, loads its current state, lets `work` ask the rules, and
 * commits events and rows together with everything else that `work` writes. Commands of one circle are serialized;
 * different circles run in parallel. Refuses with `resource.not_found` when the circle does not exist and with
 * `circle.ended` when a reset replaced it; of what a closed circle no longer takes, with `circle.closed`.
 */
export async function withCircle<T>(
  context: CircleContext,
  circleId: string,
  work: (circle: LockedCircle) => Promise<T>,
): Promise<T> {
  const { stateCache } = context
  return transaction(context.db, async (tx) => {
    const [row] = await lockCircle(tx, { circleId })
    if (!row) throw new Refusal('resource.not_found')
    if (row.endedAt) throw new Refusal('circle.ended')
    const ensureGoesOn = (kind: string, command?: Command) => {
      if (row.closedAt && !mayFollowEnd(kind, command)) throw new Refusal('circle.closed')
    }
    let latest = freshState(stateCache, row) ?? (await loadLatest(tx, row))
    const result = await work({
      tx,
      id: circleId,
      get state() {
        return latest.state
      },
      get seq() {
        return latest.seq
      },
      get now() {
        return notBefore(context, latest)
      },
      perform: async (command, told) => {
        ensureGoesOn(COMMAND_KIND, command)
        const done = await commit(context, tx, circleId, latest, command, told)
        latest = done.latest
        return done.events
      },
      note: async (record) => {
        ensureGoesOn(record.kind)
        latest = await commitRecord(context, tx, circleId, latest, record)
      },
    })
    // Before it is committed: whoever waits for the row has it before we hear of the COMMIT, and would load what we know.
    stateCache.set(circleId, latest)
    return result
  })
}

const lockCircle = rowsOf(
  'circle locked',
  circles,
  () => sql`where ${circles.id} = ${sql.placeholder('circleId')} for update`,
)

async function commit(
  context: CircleContext,
  tx: Tx,
  circleId: string,
  latest: CachedState,
  command: Command,
  told: Told = {},
) {
  const now = notBefore(context, latest)
  ensureMayAlone(context, latest.state, command)
  await ensureOthersDecide(context, tx, { circleId, state: latest.state, now }, command)
  const { decision, ids } = decideWithIds(context, latest.state, command, now)
  if (decision.events.length === 0) return { events: decision.events, latest }
  const { events, state: after } = decision
  const before = latest.state
  const helperId = context.actor?.helperId ?? null
  const act = actOf(command, context.actorId)
  // A seeded demonstration gives no notices: all of it happened before anybody could look.
  const isTold = context.actor?.via !== 'seed'
  const chained = chainDecision(context, circleId, latest, { command, ids, events }, now)
  const { head } = chained
  await together(
    append(tx, chained),
    followsAct(COMMAND_KIND, { command })
      ? Promise.resolve()
      : checkDevice(context, tx, {
          circleId,
          isReal: before.mode === 'real',
          act: isCarriedOut(context, command) || !(context.signed || isDemandedDeed(command)) ? null : act,
          deed: deedOf(context, command),
          isLater: isLaterDeed(command),
          seq: latest.seq + 1,
          at: now,
        }),
    saveChange(tx, { circleId, head, before, after, command: command.kind, events, at: new Date(now) }),
    isTold
      ? announce(context, tx, { circleId, events, before, after, actorId: context.actorId, helperId, told, at: now })
      : Promise.resolve(),
    publish(context.database, tx, { circleId, seq: head.seq, events, state: after }),
  )
  if (act) await tellHelped(context, tx, act.act, { circleId, events, before, after, actorId: context.actorId })
  return { events, latest: { ...head, lastAt: now, state: after } }
}

async function commitRecord(
  context: CircleContext,
  tx: Tx,
  circleId: string,
  latest: CachedState,
  record: LedgerRecord,
): Promise<CachedState> {
  const now = notBefore(context, latest)
  await ensureOthersDecideRecord(context, tx, { circleId, state: latest.state, now }, record)
  const act = actOfRecord(record.kind, record, context.actorId)
  const isReal = latest.state.mode === 'real'
  const isDecision = isDecidedRecord(record.kind, record, context.actorId)
  if (!followsAct(record.kind, record))
    await checkDevice(context, tx, {
      circleId,
      isReal,
      act: isDecision && context.isProposal ? null : act,
      deed: isDecision ? sha256(recordText(record.kind, record)) : null,
      isLater: isDecision,
      seq: latest.seq + 1,
      at: now,
    })
  const chained = chainRecord(context, circleId, latest, record, now)
  const { head } = chained
  await append(tx, chained)
  await tx.update(circles).set(head).where(eq(circles.id, circleId))
  if (context.actor?.via !== 'seed')
    await announceRecord(context, tx, { circleId, record, actorId: context.actorId, at: now })
  if (act) await tellHelped(context, tx, act.act)
  // Everybody watches a draw.
  const isOwn = 'memberId' in record && !record.kind.startsWith('draw.')
  const memberIds = isOwn ? [record.memberId] : ('all' as const)
  await publishTo(context.database, tx, { circleId, memberIds })
  return { ...latest, ...head, lastAt: now }
}

/** A decision that its device signed as it was proposed, or signs with the proposal that is tried here first. */
function isCarriedOut({ actorId, isProposal, signed }: CircleContext, command: Command): boolean {
  return isProposal === true && signed?.act !== 'administer' && isDeed(command, actorId)
}

/** The hash that a device signs of a decision; null for every other command. */
function deedOf({ actorId }: CircleContext, command: Command): string | null {
  return isDeed(command, actorId) ? sha256(deedText(command)) : null
}

/** A clock set back, or another process's clock that is ahead, never makes time fall inside a circle. */
function notBefore({ clock }: CircleContext, { lastAt }: CachedState): number {
  return Math.max(clock.now(), lastAt)
}

/**
 * Refuses what two people decide, unless they or the time have, with `approval.needed`: a call that was not yet one of those
 * may have become one while it waited for the lock. Members decide about themselves, and jobs do what the rules say.
 */
function ensureMayAlone({ actorId, isProposal }: CircleContext, state: CircleState, command: Command): void {
  const isOwn = 'memberId' in command && command.memberId === actorId
  if (actorId === null || isOwn || isProposal || takesTwoPeople(state, command) === null) return
  throw new Refusal('approval.needed')
}

/** Asks the rules, and notes the ids that they took, so that the decision can be repeated. Refuses as the rules do. */
function decideWithIds({ clock }: CircleContext, state: CircleState | null, command: Command, now: number) {
  const ids: string[] = []
  const takeId = () => {
    const id = newId(clock)
    ids.push(id)
    return id
  }
  const decision = decide(state, command, { now, newId: takeId })
  if (!decision.ok) throw new Refusal(decision.code satisfies ErrorCode, { details: decision.details })
  return { decision, ids }
}

/**
 * Creates a circle with the first entries of its ledger: its plan, the hash of its terms, and, for a real one, everybody
 * who administers then: a verifier takes nobody else for an administrator from there on without an approval. The
 * installation's first circle takes registrations. The rules refuse a plan that the circle's mode may not run.
 */
export async function createCircle(
  context: CircleContext,
  circle: Pick<typeof circles.$inferInsert, 'id' | 'name' | 'operator' | 'people' | 'isHidden'> &
    Omit<Extract<Command, { kind: 'create_circle' }>, 'kind'>,
  administrators: readonly TermsAdministrator[] = [],
): Promise<void> {
  const now = context.clock.now()
  const { id, name, operator, people, mode, plan, isHidden = false } = circle
  const command = { kind: 'create_circle', mode, plan, ...(mode === 'real' ? { rules: RULES } : {}) } as const
  const named = administrators.length > 0 ? { administrators } : {}
  const { decision, ids } = decideWithIds(context, null, command, now)
  await transaction(context.db, async (tx) => {
    const isFirst = !isHidden && (await tx.$count(circles, eq(circles.openForRegistration, true))) === 0
    await tx.insert(circles).values({
      id,
      name,
      operator,
      administrators: administrators.length > 0 ? administrators : null,
      people,
      ...circleColumns(decision.state),
      openForRegistration: isFirst,
      isHidden,
      seq: 0,
      headHash: GENESIS_HASH,
      createdAt: new Date(now),
    })
    const start = { seq: 0, headHash: GENESIS_HASH }
    const created = chainDecision(context, id, start, { command, ids, events: decision.events }, now)
    const { hash } = await keepTerms(
      tx,
      { circleId: id, plan, operator: operator ?? null, text: termsTextOf(plan), ...named },
      new Date(now),
    )
    const terms = { kind: 'circle.terms_changed', hash, what: 'first' } as const
    const chained = [created, chainRecord(context, id, created.head, terms, now)]
    if (administrators.length > 0) {
      const userIds = administrators.map((one) => one.id).join(',')
      const naming = { kind: 'circle.administrators_named', userIds } as const
      chained.push(chainRecord(context, id, chained.at(-1)!.head, naming, now))
    }
    for (const entries of chained) await append(tx, entries)
    const { head } = chained.at(-1)!
    await tx.update(circles).set(head).where(eq(circles.id, id))
    if (isFirst) await leaveHidden(tx, id)
  })
}

/** Where the first circle that anybody sees is made, administrators stand in it from then on. */
async function leaveHidden(tx: Tx, circleId: string): Promise<void> {
  const hidden = tx.select({ id: circles.id }).from(circles).where(eq(circles.isHidden, true))
  await tx.update(users).set({ circleId }).where(inArray(users.circleId, hidden))
  await tx.update(sessions).set({ circleId: null }).where(inArray(sessions.circleId, hidden))
}
