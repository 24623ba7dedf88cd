import { defineCall } from './call.ts'
import { circle, circleResult } from './entities.ts'

const tag = 'circle'

/** Beyond the specification: what a circle is and what it has done. */
export const circleCalls = {
  'GET /circle': defineCall({
    access: 'public',
    tag,
    summary: 'What anybody may know of the circle before joining it.',
    status: 200,
    answer: circle,
    refusals: [],
  }),
  'GET /circle/result': defineCall({
    access: 'participant',
    tag,
    summary: 'What the circle has done so far: given, received, completed, ahead and behind, dated.',
    status: 200,
    answer: circleResult,
    refusals: [],
  }),
}
