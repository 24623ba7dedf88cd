import { spawnSync } from 'node:child_process'
import { Dice } from './frame/dice.ts'
import type { Course, Part, Report } from './frame/part.ts'
import { BrokenPromise, endAgainAndAgain, Life } from './installation/life.ts'
import { powerCutPlace, powerHindrance } from './installation/power.ts'

const WITHOUT_SYNC = new URL('installation/without-sync.ts', import.meta.url).href
/** The control loses something long before. */
const CONTROL_CUTS_MAX = 12

/**
 * Power cuts over the whole data folder: database, pictures, secret, outbox and the list of erased people, on a real
 * filesystem that forgets what was not synced. Each call begins with the control: the same cuts on a server whose
 * every sync was taken away have to lose something acknowledged, or the cuts would prove nothing.
 */
export const power: Part = {
  name: 'power',
  unit: 'power cuts',
  full: 2_000,
  small: 1,
  async run(course) {
    const hindrance = powerHindrance()
    if (hindrance !== null) throw new Error(hindrance)
    await control(course)
    await endAgainAndAgain(course, { makePlace: powerCutPlace })
  },
}

/**
 * Brings to the disk what was written so far. A cluster of which nothing was ever synced does not start after a cut; one whose
 * last seconds were not starts, and lacks what was acknowledged in them.
 */
function sync(folder: string): void {
  const { status, stderr } = spawnSync('sync', ['-f', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`sync: ${stderr}`)
}

/** Throws when a server without any sync loses nothing that it had acknowledged, over several cuts. */
export async function control({ seed, report }: Pick<Course, 'seed' | 'report'>): Promise<void> {
  const silent: Report = { done: () => {}, failed: () => {}, count: () => {}, most: () => {}, isOver: false }
  const start = { preload: WITHOUT_SYNC }
  const life = new Life(silent, { makePlace: powerCutPlace, start, prepare: sync, awaitsWrite: true })
  try {
    for (let cut = 1; cut <= CONTROL_CUTS_MAX; cut += 1) {
      try {
        await life.end('load', new Dice(seed, -cut))
      } catch (error) {
        if (!(error instanceof BrokenPromise)) throw error
        // A folder that does not start has lost nothing that can be named: another one is cut.
        if (!error.message.includes('lost: ')) {
          report.count('controls that did not start, or were otherwise broken')
          await life.giveUp()
          continue
        }
        report.count('controls without sync that lost what they had acknowledged')
        return
      }
    }
  } finally {
    await life.giveUp()
  }
  throw new Error(`The control, a server without any sync, lost nothing in ${CONTROL_CUTS_MAX} power cuts.`)
}
