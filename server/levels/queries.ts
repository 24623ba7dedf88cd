import { sql } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { levelPlan, levelsOf } from '#circle/plan.ts'
import { upgradesOffered } from '#circle/levels.ts'
import type { UpgradeOffer } from '#circle/levels.ts'
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
  const completed = { 1: member?.completedN1At, 2: member?.completedN2At, 3: member?.completedN3At }
  return {
    current_level: currentLevel(member ?? null, state.plan.levels.length),
    levels: levelsOf(state.plan).map((level) =>
      levelView(level, levelPlan(state.plan, level).required, completed[level] ?? null, own),
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

/** A level shows its running turn. A completed level without a running turn shows 100 %. */
function levelView(level: Level, required: number, completedAt: Date | null, own: (typeof turns.$inferSelect)[]) {
  const ofLevel = own.filter((turn) => turn.level === level)
  const running = ofLevel.find((turn) => turn.status === 'running')
  const received = running?.confirmed ?? (completedAt ? required : 0)
  return {
    level,
    level_completed: completedAt !== null,
    level_completed_at: completedAt?.toISOString() ?? null,
    donations_received: received,
    donations_required: required,
    progress_percentage: completedAt && !running ? 100 : Math.floor((received * 100) / required),
    total_received: reais(ofLevel.reduce((sum, turn) => sum + turn.receivedCents, 0)),
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
