import { z } from 'zod'
import { approvalSummary } from './approvals.ts'
import { defineCall } from './call.ts'
import { circle, circleResult } from './entities/circle.ts'
import { paged } from './entities/page.ts'
import { presentMonth } from './entities/pull.ts'
import { toldTerms } from './entities/terms.ts'
import {
  answerDaysForm,
  calendarChangeForm,
  calendarForm,
  changePlanForm,
  closeForm,
  editCircleForm,
  newCircleForm,
  resetForm,
} from './forms/circle.ts'
import { planForm } from './forms/plan.ts'
import { CHANGES_PAGE_SIZE, CIRCLES_PAGE_SIZE } from './limits.ts'
import { idParam, pageFields, soughtName } from './query.ts'

const tag = 'circles'
const time = z.string()

/** One of the installation's circles, as an administrator chooses among them. */
export const circleSummary = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(['demonstracao', 'real']),
  plan: z.object({ name: z.string(), version: z.int(), balanced: z.boolean() }),
  members: z.int(),
  /** Registered, and not approved yet. */
  waiting: z.int(),
  /** Taken places of the first queue. */
  places: z.int(),
  created_at: time,
  is_current: z.boolean(),
  open_for_registration: z.boolean(),
  /** When it was begun anew: nothing happens in it any more, and its ledger stays. */
  ended_at: time.nullable(),
})
export type CircleSummary = z.infer<typeof circleSummary>

const pull = z.object({
  period: z.string(),
  at: time,
  created: z.int(),
  receivers: z.int(),
  skipped: z.int(),
  /** Members who had not accepted the terms; 0 in pulls from before that was asked. */
  skipped_without_consent: z.int(),
  by: z.string().nullable(),
})

/** The settings screen's view of the selected circle. */
export const circleSettings = z.object({
  circle,
  plan: planForm,
  /** Somebody was already asked for something: the plan is frozen. */
  in_use: z.boolean(),
  created_at: time,
  members: z.int(),
  calendar: z.object({
    /** Newest first, the last 24. */
    pulls: z.array(pull),
    /** The month whose contributions were not asked for yet, and from when they can be. */
    next: z.object({ period: z.string(), from: time, is_due: z.boolean() }),
    present: presentMonth,
    /** When contributions are asked for by themselves, and the next time; null: by hand alone. */
    automatic: calendarForm.extend({ next: z.object({ period: z.string(), at: time }) }).nullable(),
  }),
  /** How many days a receiver has, from a receipt on, to confirm or reject it. */
  answer_days: z.int(),
  mail: z.object({ carrier: z.enum(['smtp', 'outbox']), from: z.string(), to: z.string() }),
})
export type CircleSettings = z.infer<typeof circleSettings>

/** The records of a circle's ledger that are told under 'O que mudou'. */
export const circleChangeKinds = [
  'circle.terms_changed',
  'circle.plan_changed',
  'circle.renamed',
  'circle.registration_opened',
  'circle.registration_closed',
  'circle.clock_moved',
  'circle.calendar_set',
  'circle.calendar_removed',
  'circle.answer_days_set',
  'circle.closed',
  'administrator.participates',
  'administrator.added',
  'administrator.removed',
  'administrator.access_reset',
  'draw.begun',
  'draw.revealed',
  'draw.lapsed',
  'order.proposed',
  'order.withdrawn',
  'order.lapsed',
  'queue.drawn',
] as const

/** A change of the circle as its ledger has it. Nobody is named: who did it is told by role. */
const circleChange = z.object({
  seq: z.int(),
  at: time,
  kind: z.enum(circleChangeKinds),
  by: z.enum(['administration', 'member', 'circle']),
  /** Of the terms: what changed. Of who runs it: the role. Of the calendar: day and hour, as `7/9`. Of answers: the days. */
  what: z.string().nullable(),
  /** The hashes of terms or names, before and after, that the ledger commits to. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** Words as they were kept under a hash. The reader's device hashes them anew, and says so where they do not agree. */
const committedWords = z.object({
  hash: z.string(),
  terms: toldTerms.nullable(),
  name: z.object({ circle_id: z.string(), name: z.string() }).nullable(),
})

/** Beyond the specification: what a circle is, what it has done, and the several circles of an installation. */
export const circleCalls = {
  'GET /circle': defineCall({
    access: 'public',
    tag,
    summary: 'What anybody may know of the circle before joining it.',
    answer: circle,
    refusals: ['circle.none'],
  }),
  'GET /circle/result': defineCall({
    access: 'participant',
    tag,
    summary: 'What the circle has done so far: given, received, completed, ahead and behind, dated.',
    answer: circleResult,
  }),
  'GET /circle/changes': defineCall({
    access: 'participant',
    tag,
    summary:
      'What changed in the circle, from its ledger, newest first: terms, name, who runs it, whether it takes registrations, a test clock.',
    query: z.strictObject(pageFields(CHANGES_PAGE_SIZE)),
    answer: paged(circleChange).extend({ since: time, words: z.array(committedWords) }),
  }),
  'GET /admin/circles': defineCall({
    access: 'admin',
    tag,
    summary:
      'A page of the installation’s circles: the one on screen first, then the one that takes registrations. Those begun anew are a list of their own.',
    query: z.strictObject({
      ...pageFields(CIRCLES_PAGE_SIZE),
      state: z.enum(['live', 'ended']).default('live'),
      name: soughtName.optional(),
    }),
    /** `ended`: how many were begun anew, whichever list is asked for. */
    answer: paged(circleSummary).extend({ ended: z.int() }),
  }),
  'POST /admin/circles': defineCall({
    access: 'admin',
    tag,
    summary:
      'Makes a circle from a plan: a demonstration, or a real one when the plan is balanced and the operator named.',
    status: 201,
    idempotent: true,
    body: newCircleForm,
    answer: circleSummary,
    refusals: [
      'plan.invalid',
      'plan.not_balanced',
      'circle.operator_required',
      'circle.outcome_not_seen',
      'participation.demonstration',
      'participation.elsewhere',
      'participation.unfinished',
      'participation.incomplete',
    ],
  }),
  'POST /admin/circle/take-part': defineCall({
    access: 'admin',
    tag,
    summary: 'Who administers the real circle on screen takes part in it as well, while nothing was asked of anybody.',
    stepUp: 'real',
    answer: circleSettings,
    refusals: [
      'participation.demonstration',
      'participation.begun',
      'participation.elsewhere',
      'participation.unfinished',
      'participation.incomplete',
      'circle.closed',
      'circle.ended',
    ],
  }),
  'POST /admin/circles/{id}/select': defineCall({
    access: 'admin',
    auditor: true,
    tag,
    summary: 'Puts a circle on screen, for this session.',
    params: idParam,
    answer: circleSummary,
    refusals: ['resource.not_found', 'circle.ended'],
  }),
  'POST /admin/circles/{id}/open': defineCall({
    access: 'admin',
    tag,
    summary: 'Who registers from now on comes into this circle.',
    params: idParam,
    answer: circleSummary,
    refusals: ['resource.not_found', 'circle.closed', 'circle.ended'],
  }),
  'GET /admin/circle': defineCall({
    access: 'admin',
    tag,
    summary: 'The settings of the circle on screen, its contribution calendar, and where mail goes.',
    answer: circleSettings,
  }),
  'PATCH /admin/circle': defineCall({
    access: 'admin',
    approval: ({ operator }) => operator !== undefined,
    tag,
    summary: 'Changes the name of the circle on screen, or who operates it.',
    stepUp: 'real',
    body: editCircleForm,
    answer: circleSettings.extend({ approval: approvalSummary.optional() }),
    refusals: ['circle.operator_required', 'circle.closed', 'circle.ended'],
  }),
  'PATCH /admin/circle/plan': defineCall({
    access: 'admin',
    approval: 'real',
    tag,
    summary: 'Changes the plan of the circle on screen, while nobody was asked for anything.',
    stepUp: 'real',
    body: changePlanForm,
    answer: circleSettings.extend({ approval: approvalSummary.optional() }),
    refusals: ['plan.frozen', 'plan.invalid', 'plan.not_balanced', 'shares.plan', 'circle.closed', 'circle.ended'],
  }),
  'PATCH /admin/circle/calendar': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary: 'Sets when the circle on screen asks for its contributions by itself, or that it does not.',
    stepUp: 'real',
    body: calendarChangeForm,
    answer: circleSettings,
    refusals: ['circle.closed', 'circle.ended'],
  }),
  'PATCH /admin/circle/answer-days': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary:
      'Sets how many days a receiver of the circle on screen has to answer a receipt, for receipts sent from now on.',
    stepUp: 'real',
    body: answerDaysForm,
    answer: circleSettings,
    refusals: ['circle.closed', 'circle.ended'],
  }),
  'POST /admin/circle/close': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary:
      'Ends the circle on screen for good, once everybody received what they gave. It is only read from then on. Where nobody can be asked for more and some are not at zero, it is proposed to those who lose by it.',
    stepUp: 'real',
    approval: 'real',
    body: closeForm,
    answer: circleSettings.extend({ approval: approvalSummary.optional() }),
    refusals: [
      'circle.wrong_confirmation',
      'circle.not_over',
      'circle.case_recent',
      'draw.running',
      'order.stands',
      'circle.closed',
      'circle.ended',
    ],
  }),
  'POST /admin/circle/rotation': defineCall({
    access: 'admin',
    tag,
    signs: 'administer',
    summary:
      'Begins another rotation with the same people, once everybody is at zero: each accepts the terms anew, and a draw may give another order.',
    stepUp: 'real',
    answer: circleSettings,
    refusals: [
      'rotation.not_here',
      'rotation.already',
      'rotation.not_over',
      'circle.case_recent',
      'circle.closed',
      'circle.ended',
    ],
  }),
  'POST /admin/circle/reset': defineCall({
    access: 'admin',
    tag,
    summary: 'Begins the demonstration on screen anew: another circle with the same plan and people takes its place.',
    status: 201,
    idempotent: true,
    body: resetForm,
    answer: circleSettings,
    refusals: ['circle.only_demonstration', 'circle.wrong_confirmation', 'circle.ended'],
  }),
}
