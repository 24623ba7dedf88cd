import { and, desc, eq, lte } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { isBalanced } from '#circle/plan.ts'
import type { Plan } from '#circle/plan.ts'
import type { OutcomeFigures } from '#contracts/outcome-points.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { outcomeMembers } from '#server/circle-store/find-circle.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import type { Services } from '#server/context.ts'
import { OUTCOME_RUNS, SIMULATOR_VERSION } from '#circle/simulation/outcome.ts'
import { simulatePlan } from './simulate-plan.ts'
import { simulations } from '#server/tables/simulations.ts'

type Found = Omit<PlanOutcome, 'plan'>

/** The outcome of a circle's plan, for as many people as it is told for. */
export async function outcomeOf(services: Services, circle: CircleRow): Promise<PlanOutcome> {
  return getOutcome(services, circle.plan, await outcomeMembers(services.db, circle))
}

/** The outcome of a plan for so many people: stored under its numbers, else computed now and stored. For plans that circles run or ran. */
async function getOutcome(services: Services, plan: Plan, members: number): Promise<PlanOutcome> {
  const known = await findStored(services, plan, eq(simulations.members, members))
  if (known) return viewOf(plan, known)
  const found = await simulateOnce(services, plan, members)
  await services.db
    .insert(simulations)
    .values({
      ...keyOf(plan),
      members,
      planName: plan.name,
      planVersion: plan.version,
      outcome: found,
      computedAt: new Date(found.at),
    })
    .onConflictDoNothing()
  return viewOf(plan, found)
}

/** The outcome of a plan that is only being tried; nothing is stored. */
export async function tryOutcome(services: Services, plan: Plan, members: number): Promise<PlanOutcome> {
  return viewOf(
    plan,
    (await findStored(services, plan, eq(simulations.members, members))) ??
      (await simulateOnce(services, plan, members)),
  )
}

/**
 * The stored figures of a plan, kept with each acceptance of the terms: those of so many people, else of the next fewer, for
 * somebody may have come in since they were shown. Null when nobody was shown any yet.
 */
export async function findFigures(db: Services['db'], plan: Plan, members: number): Promise<PlanOutcome | null> {
  const known = await findStored({ db }, plan, lte(simulations.members, members))
  return known && viewOf(plan, known)
}

/** Of the stored figures of a plan those of the most people. */
async function findStored({ db }: Pick<Services, 'db'>, plan: Plan, ofMembers: SQL): Promise<Found | null> {
  const { planHash, simulator } = keyOf(plan)
  const [row] = await db
    .select({ outcome: simulations.outcome })
    .from(simulations)
    .where(and(eq(simulations.planHash, planHash), ofMembers, eq(simulations.simulator, simulator)))
    .orderBy(desc(simulations.members))
    .limit(1)
  return row ? (row.outcome as Found) : null
}

const TRIED_MAX = 64
/**
 * Recent results and running computations of this process. Simultaneous requests for the same plan share one
 * computation.
 */
const tried = new Map<string, Promise<OutcomeFigures>>()

async function simulateOnce({ clock }: Services, plan: Plan, members: number): Promise<Found> {
  const key = JSON.stringify([keyOf(plan), members])
  const running = tried.get(key) ?? simulatePlan(plan, members)
  tried.delete(key)
  tried.set(key, running)
  running.catch(() => tried.delete(key))
  if (tried.size > TRIED_MAX) tried.delete(tried.keys().next().value!)
  const figures = await running
  return { members, futures: OUTCOME_RUNS, at: new Date(clock.now()).toISOString(), ...figures }
}

/**
 * The key of a plan's behaviour, without its name and version, so that copies of the same numbers share their figures.
 */
function keyOf({ deadlineDays, levels }: Plan) {
  return { planHash: sha256(canonicalJson({ deadlineDays, levels })), simulator: SIMULATOR_VERSION }
}

function viewOf(plan: Plan, found: Found): PlanOutcome {
  const { name, version, levels } = plan
  const balanced = isBalanced(plan)
  const [first, ...higher] = levels
  const turn = balanced && higher.length === 0 && { donation: first.donationCents / 100, required: first.required }
  return { ...found, plan: { name, version, balanced, ...(turn ? { turn } : {}) } }
}
