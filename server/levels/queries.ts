import { sql } from 'drizzle-orm'
import { courseOf } from '#circle/course.ts'
import type { Level } from '#circle/plan.ts'
import { levelPlan, levelsOf } from '#circle/plan.ts'
import { upgradesOffered } from '#circle/levels.ts'
import type { UpgradeOffer } from '#circle/levels.ts'
import { isCounted } from '#circle/shares.ts'
import type { CircleState } from '#circle/state.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { rowsOf } from '#server/database/prepared-rows.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { currentLevel } from '#server/members/view.ts'
import { turns } from '#server/tables/turns.ts'

/** The actor's progress through the levels, and the upgrades offered to them. */
export async function levelProgress(context: Context) {
  const { actor, db } = context
  const whose = { circleId: actor.circleId, memberId: actor.id }
  const [{ state }, [member], own] = await Promise.all([
    readCircle(context, actor.circleId),
    readMember(db, whose),
    readTurns(db, whose),
  ])
  const offers = upgradesOffered(state, actor.id).map(upgradeView)
  const [first, second, third] = [member?.completedN1At, member?.completedN2At, member?.completedN3At]
  const received = { 1: member?.receivedN1Cents, 2: member?.receivedN2Cents, 3: member?.receivedN3Cents }
  const completed = { 1: first ?? null, 2: second ?? null, 3: third ?? null }
  return {
    current_level: currentLevel(member ?? null, state.plan.levels.length),
    levels: levelsOf(state.plan).map((level) =>
      levelView(level, own, {
        required: levelPlan(state.plan, level).required,
        completedAt: completed[level],
        receivedCents: received[level] ?? 0,
        isServed: isServedIn(state, actor.id) ?? completed[level] !== null,
      }),
    ),
    upgrade: offers.at(-1) ?? null,
    upgrades: offers,
  }
}

const ofMember = (table: typeof circleMembers | typeof turns) =>
  sql`where ${table.circleId} = ${sql.placeholder('circleId')} and ${table.memberId} = ${sql.placeholder('memberId')}`
const readMember = rowsOf('progress: member', circleMembers, () => ofMember(circleMembers))
const readTurns = rowsOf(
  'progress: turns',
  turns,
  () => sql`${ofMember(turns)} order by ${turns.startedAt} desc, ${turns.id} desc`,
)

/**
 * Whether somebody with a place has received all of a roda's present rotation, at each of their places. Null where that is not
 * counted, and a level once completed is.
 */
function isServedIn(state: CircleState, memberId: string): boolean | null {
  const hasPlace = [...state.entries.values()].some((entry) => entry.memberId === memberId)
  return hasPlace && isCounted(state) ? courseOf(state).served.has(memberId) : null
}

type Standing = {
  readonly required: number
  readonly completedAt: Date | null
  readonly isServed: boolean
  /** As all other pages say it: with what was brought along, or came with a place. */
  readonly receivedCents: number
}

/** A level shows its running turn. One without, of which all was received, shows 100 %. */
function levelView(
  level: Level,
  own: (typeof turns.$inferSelect)[],
  { required, completedAt, isServed, receivedCents }: Standing,
) {
  const ofLevel = own.filter((turn) => turn.level === level)
  const running = ofLevel.find((turn) => turn.status === 'running')
  const received = running?.confirmed ?? (isServed ? required : 0)
  return {
    level,
    level_completed: completedAt !== null,
    level_completed_at: completedAt?.toISOString() ?? null,
    donations_received: received,
    donations_required: required,
    progress_percentage: Math.floor((received * 100) / required),
    total_received: reais(receivedCents),
  }
}

function upgradeView({ fromLevel, toLevel, balanceCents, owed, totalCents, canAfford }: UpgradeOffer) {
  const sum = (prefix: string) =>
    reais(
      owed
        .filter((item) => item.type.startsWith(prefix))
        .reduce((cents, item) => cents + item.amountCents * item.count, 0),
    )
  const requirements = {
    upgrade_amount: sum('UPGRADE'),
    cascade_amount: sum('CASCADE'),
    reinjection_amount: sum('REINJECTION'),
    total: reais(totalCents),
  }
  return {
    can_upgrade: true,
    can_afford: canAfford,
    from_level: fromLevel,
    to_level: toLevel,
    user_balance: reais(balanceCents),
    requirements: { ...requirements, description: descriptionOf(requirements, toLevel) },
  }
}

function descriptionOf(requirements: { total: number }, toLevel: Level): string {
  if (requirements.total === 0)
    return `Você entra também na roda do nível ${toLevel}. Nada é devido agora; a contribuição desse nível passa a ser pedida a cada mês.`
  return `Você entra na fila do nível ${toLevel} e passa a dever as doações abaixo.`
}
