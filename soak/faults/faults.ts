import { withTestServer } from '../apps/test-server.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part } from '../frame/part.ts'
import { callPiece, jobsPiece, play, playMessages } from './play.ts'
import { scenarios, writingCalls } from './scenarios.ts'
import { makeStage } from './stage.ts'

/** So many days after the stage was set, the jobs expire what was not paid, and remind and tell of what is late. */
const JOBS_AFTER_DAYS = [31]
const ROUNDS = writingCalls.length + JOBS_AFTER_DAYS.length

/**
 * Every query, file operation, e-mail and message to a device of every call that writes fails in turn, in three ways, and
 * everything that the jobs ask for. A round is one call, or the jobs at one time.
 */
export const faults: Part = {
  name: 'faults',
  unit: 'calls',
  full: ROUNDS,
  small: 1,
  run: (course) =>
    withTestServer(async (server) => {
      const stage = await makeStage(server)
      try {
        await eachRound(course, async ({ index }) => {
          // A stride prime to their number, so that a small dose meets calls of different rooms.
          const at = (index * 37 + 36) % ROUNDS
          const name = writingCalls[at]
          if (name === undefined) {
            await play(jobsPiece(server, stage, JOBS_AFTER_DAYS[at - writingCalls.length]!), course.report)
            return
          }
          const piece = callPiece(server, stage, name, scenarios[name])
          await play(piece, course.report)
          await playMessages(piece, stage, course.report)
        })
      } finally {
        await stage.close()
      }
    }),
}
