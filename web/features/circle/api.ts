import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { resultKey } from '#web/api/query.ts'
import { isNoCircle } from './is-no-circle.ts'
import { firstOfDay } from './kept-day.ts'

/** The simulated outcome of the circle's plan. It changes only with the plan. */
export const outcomeQuery = queryOptions({
  queryKey: ['circle', 'simulation'],
  queryFn: () => request('GET /simulation'),
  staleTime: 300_000,
})

/** The public facts about the circle: its mode, its plan and its operator. They seldom change. */
export const circleQuery = queryOptions({
  queryKey: ['circle'],
  queryFn: () => request('GET /circle'),
  staleTime: 300_000,
  // That there is none is an answer: asked again by each part that is drawn, it would never stand still.
  retryOnMount: ({ state }) => !isNoCircle(state.error),
})

export type Result = AnswerOf<'GET /circle/result'>

/** The result of the circle so far, refreshed by live events like everything else. */
export const resultQuery = queryOptions({
  queryKey: resultKey,
  queryFn: () => request('GET /circle/result'),
})

export type DayCheckpoint = AnswerOf<'GET /ledger/checkpoint'>

/**
 * The day's checkpoint as this device saw it first, with its code, which is computed here and never asked for.
 * `isOther`: the server now shows another ledger than earlier today.
 */
export const checkpointQuery = queryOptions({
  queryKey: ['circle', 'checkpoint'],
  queryFn: async () => {
    const checkpoint = await request('GET /ledger/checkpoint')
    const ofDay = { ...checkpoint, ...firstOfDay(checkpoint) }
    // Comes by itself, so that no first page brings it along.
    const { marksOf } = await import('./day-code.ts')
    return { ...ofDay, code: (await marksOf({ note: ofDay.note, day: ofDay.day })).code }
  },
  staleTime: 300_000,
})
