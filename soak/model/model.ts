import { eachRound } from '../frame/each-round.ts'
import type { Part } from '../frame/part.ts'
import { faultOf, shorten, walk } from './walk.ts'
import type { Setting, Timed } from './walk.ts'

const LENGTH = 1_000
const OF_A_RODA = [
  'swap_turns',
  'hand_over',
  'take_shares',
  'pause_month',
  'pay_ahead',
  'bring_in',
  'begin_rotation',
  'apply_draw',
] as const

const HANDED_OVER = ['one', 'two'].map((many) => `walks with a place handed over by ${many}`)

/** Random commands on the rules, each against the naive circle: the verdict, and then the whole state. */
export const model: Part = {
  name: 'model',
  unit: 'commands',
  full: 1_000_000,
  small: 25_000,
  // Each that a roda lives by is done, and refused, many times, or the walks prove less than they say.
  reaches: {
    after: 50 * LENGTH,
    counts: [...OF_A_RODA.flatMap((kind) => [`${kind}: done`, `${kind}: refused`]), ...HANDED_OVER],
  },
  run: (course) =>
    eachRound(
      course,
      async ({ dice }) => {
        const path: Timed[] = []
        let setting: Setting | null = null
        try {
          const { accepted, kinds, verdicts } = walk(dice, LENGTH, (timed, own) => {
            path.push(timed)
            setting = own
          })
          course.report.count('commands accepted', accepted)
          for (const [said, times] of verdicts) course.report.count(said, times)
          if (kinds.has('member.completed_circle')) course.report.count('walks through N3')
          if (kinds.has('turns.swapped')) course.report.count('walks with swapped turns')
          if (kinds.has('place.handed_over')) course.report.count('walks with a substitute')
          for (const said of HANDED_OVER) if (kinds.has(said)) course.report.count(said)
          if (kinds.has('circle.brought_in')) course.report.count('walks that were brought in')
          if (kinds.has('shares.taken') && kinds.has('turn.completed')) course.report.count('walks with several places')
          if (kinds.has('contribution.paused')) course.report.count('walks with a month left out')
          if (kinds.has('donation.part_confirmed')) course.report.count('walks with a part paid')
          if (kinds.has('donation.late')) course.report.count('walks with somebody late')
          if (kinds.has('contribution.counted')) course.report.count('walks with a month ahead')
          if (kinds.has('rotation.begun')) course.report.count('walks with another rotation')
          if (kinds.has('member.reentry_allowed')) course.report.count('walks to a new start')
        } catch (error) {
          if (!setting) throw error
          throw new Error(describe(setting, path), { cause: error })
        }
      },
      { units: LENGTH },
    ),
}

/** The difference, and the shortest way to it that was found. */
function describe(setting: Setting, path: readonly Timed[]): string {
  const shortest = shorten(setting, path)
  const lines = shortest.map(({ command, at }) => `${new Date(at).toISOString()} ${JSON.stringify(command)}`)
  const { mode, plan, members } = setting
  const begin = `${plan.name}, ${mode}, m1 to m${members} at 1 to ${members} of N1`
  return [faultOf(setting, shortest), 'after:', begin, ...lines].join('\n')
}
