import { PAUSES_MAX } from '#circle/pause.ts'
import { forecast } from '#circle/simulation/forecast.ts'
import type { CircleState } from '#circle/state.ts'
import { lastDayBefore } from '#contracts/age.ts'
import type { ApprovalChange } from '#contracts/approvals.ts'
import { moneyText } from '#contracts/money-text.ts'
import { monthWithYear } from '#contracts/month-name.ts'
import { rowsOfCommand } from '#contracts/proposed-rows.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import { tryCommand } from '#server/circle-store/try-command.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { pullAtOf } from '#circle/simulation/calendar.ts'
import { reais } from '#contracts/money.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { usersById } from '#server/members/view.ts'
import { viewDonation } from './admin-queries.ts'
import { ensureOpen, getDonation, getOpenDonation } from './find.ts'
import { readDonation } from './read-donations.ts'

/** Somebody in need pays this month's contribution after all others of their rotation. Refuses as the rules do. */
export async function pauseMonth(context: Context, { donationId }: { donationId: string }) {
  const { actor } = context
  await withCircle(context, actor.circleId, async (circle) => {
    await getOpenDonation(circle, actor, donationId)
    await circle.perform({ kind: 'pause_month', donationId })
  })
  return viewDonation(context, await readDonation(context, donationId))
}

/**
 * Foresees a pause before anybody decides it: the new deadline, whose turn is complete later by the forecast, and what
 * its donor has had so far. Nothing is done. Refuses as the rules do.
 */
export async function foreseePause(
  context: Context,
  { donationId }: { donationId: string },
): Promise<{ changes: ApprovalChange[] }> {
  const { actor, clock, db } = context
  ensureOpen(await getDonation(db, actor, donationId))
  const { circle, state } = await readCircle(context, actor.circleId)
  const now = clock.now()
  const command = { kind: 'pause_month', donationId } as const
  const decided = tryCommand({ state, now }, command)
  if (!decided.ok) throw new Refusal(decided.code, { details: decided.details })
  const before = state.donations.get(donationId)!
  const after = decided.state.donations.get(donationId)!
  const donor = decided.state.members.get(before.donorId)!
  const turns = laterTurns(state, decided.state, { now, calendar: circle.calendar })
  const people = await usersById(db, [...state.members.keys()])
  const name = (id: string) => {
    const person = people.get(id)
    return person ? `${person.firstName} ${person.lastName}`.trim() : id
  }
  const [given, received] = [donor.given[1], donor.received[1]].map((cents) => moneyText(reais(cents)))
  return {
    changes: [
      ...rowsOfCommand({ state, now, nameOf: (id) => name(id!), donation: before }, command),
      { field: 'deadline', before: dayText(before.deadlineAt), after: dayText(after.deadlineAt) },
      ...turns.map(({ memberId, was, is }) => ({
        field: 'turn_ends',
        before: was,
        after: `${is} (${name(memberId)})`,
      })),
      { field: 'pauses', before: null, after: `${donor.pauses} de ${PAUSES_MAX}` },
      { field: 'ahead', before: null, after: `deu ${given}, recebeu ${received}` },
    ],
  }
}

type Later = { readonly memberId: string; readonly was: string; readonly is: string }

/** Whose present or next turn would be complete in another month. */
export function laterTurns(
  before: CircleState,
  after: CircleState,
  { now, calendar }: { now: number; calendar: Parameters<typeof pullAtOf>[0] },
): Later[] {
  const at = { now, pullAt: pullAtOf(calendar) }
  const [was, is] = [before, after].map((state) => {
    const { periods, places } = forecast({ state, ...at })
    return places.map(({ memberId, turns }) => {
      const month = turns[0]?.ends ?? null
      const ends = month === null ? `depois de ${monthWithYear(periods.at(-1)!)}` : monthWithYear(periods[month]!)
      return { memberId, ends }
    })
  })
  // A pause moves nobody in the order, so that the same place stands at the same index.
  return was!.flatMap(({ memberId, ends }, index) => {
    const later = is![index]!.ends
    return later === ends ? [] : [{ memberId, was: ends, is: later }]
  })
}

function dayText(at: number): string {
  return lastDayBefore(at).split('-').toReversed().join('/')
}
