import { withTestServer } from '../apps/test-server.ts'
import { eachRound } from '../frame/each-round.ts'
import type { Part } from '../frame/part.ts'
import { play } from './play.ts'
import { scenarios, writingCalls } from './scenarios.ts'
import { makeStage } from './stage.ts'

/** Every query and file operation of every call that writes fails in turn, in three ways. A round is one call. */
export const faults: Part = {
  name: 'faults',
  unit: 'calls',
  full: writingCalls.length,
  small: 2,
  run: (course) =>
    withTestServer(async (server) => {
      const stage = await makeStage(server)
      try {
        await eachRound(course, async ({ index }) => {
          // A stride prime to their number, so that a small dose meets calls of different rooms.
          const name = writingCalls[(index * 37 + 36) % writingCalls.length]!
          await play(server, stage, name, scenarios[name], course.report)
        })
      } finally {
        await stage.close()
      }
    }),
}
