import { Dice } from './dice.ts'
import type { Course } from './part.ts'

export type Round = { readonly index: number; readonly dice: Dice }

/**
 * Runs round after round until the dose is reached, each with the dice of its own index. A round is never cut: where
 * one is many units, a smaller dose still does a whole one.
 */
export async function eachRound(
  { seed, from, dose, report }: Course,
  round: (round: Round) => Promise<void>,
  { units = 1 } = {},
): Promise<void> {
  for (let index = from; index < from + dose && !report.isOver; index += units) {
    try {
      await round({ index, dice: new Dice(seed, index) })
    } catch (error) {
      report.failed(index, error)
    }
    report.done(units)
  }
}
