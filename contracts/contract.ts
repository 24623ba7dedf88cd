import type { z } from 'zod'
import type { CallDefinition } from './call.ts'
import { administratorCalls } from './administrators.ts'
import { approvalCalls } from './approvals.ts'
import { backupCalls } from './backups.ts'
import { circleCalls } from './circles.ts'
import { deviceKeyCalls } from './device-keys.ts'
import { docCalls } from './docs.ts'
import { donationCalls } from './donations.ts'
import { drawCalls } from './draws.ts'
import { firstStepCalls } from './first-steps.ts'
import { fileCalls } from './files.ts'
import { forecastCalls } from './forecast.ts'
import { joinLinkCalls } from './join-links.ts'
import { ledgerCalls } from './ledger.ts'
import { levelCalls } from './levels.ts'
import { mailCalls } from './mail.ts'
import { noticeCalls } from './notices.ts'
import { paperCalls } from './papers.ts'
import { pushCalls } from './push.ts'
import { passkeyCalls } from './passkeys.ts'
import { pullCalls } from './pull.ts'
import { reportCalls } from './reports.ts'
import { fiscalCalls } from './fiscals.ts'
import { taskCalls } from './tasks.ts'
import { queueCalls } from './queue.ts'
import { privacyCalls } from './privacy.ts'
import { scrubberCalls } from './scrubber.ts'
import { sessionCalls } from './sessions.ts'
import { simulationCalls } from './simulation.ts'
import { systemCalls, testCalls } from './system.ts'
import { memberCalls } from './members.ts'
import { lostPhoneCalls } from './lost-phone.ts'
import { helperCalls } from './helpers.ts'
import { substituteCalls } from './substitutes.ts'
import { beginningCalls } from './beginnings.ts'
import { shareCalls } from './shares.ts'
import { swapCalls } from './swaps.ts'
import { vouchCalls } from './vouches.ts'
import { termsCalls } from './terms.ts'
import { logCalls } from './logs.ts'

/** Every call of the API, once, by method and path without the /api prefix. */
export const contract = {
  ...backupCalls,
  ...firstStepCalls,
  ...sessionCalls,
  ...passkeyCalls,
  ...memberCalls,
  ...donationCalls,
  ...pullCalls,
  ...reportCalls,
  ...paperCalls,
  ...levelCalls,
  ...taskCalls,
  ...queueCalls,
  ...drawCalls,
  ...circleCalls,
  ...forecastCalls,
  ...administratorCalls,
  ...approvalCalls,
  ...fiscalCalls,
  ...joinLinkCalls,
  ...mailCalls,
  ...scrubberCalls,
  ...simulationCalls,
  ...ledgerCalls,
  ...noticeCalls,
  ...pushCalls,
  ...logCalls,
  ...privacyCalls,
  ...deviceKeyCalls,
  ...termsCalls,
  ...lostPhoneCalls,
  ...substituteCalls,
  ...beginningCalls,
  ...shareCalls,
  ...swapCalls,
  ...helperCalls,
  ...vouchCalls,
  ...fileCalls,
  ...docCalls,
  ...systemCalls,
  ...testCalls,
}

export type Contract = typeof contract
export type CallName = keyof Contract

type Part<N extends CallName, K extends keyof CallDefinition> = Contract[N] extends {
  [P in K]: infer S extends z.ZodType
}
  ? S
  : never
type Output<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.output<S> : undefined
type Input<S> = [S] extends [never] ? undefined : S extends z.ZodType ? z.input<S> : undefined

/** The parsed input that a handler is given. */
export type ParamsOf<N extends CallName> = Output<Part<N, 'params'>>
export type QueryOf<N extends CallName> = Output<Part<N, 'query'>>
export type BodyOf<N extends CallName> = Output<Part<N, 'body'>>
/** The input that a client sends. */
export type ParamsSent<N extends CallName> = Input<Part<N, 'params'>>
export type QuerySent<N extends CallName> = Input<Part<N, 'query'>>
export type BodySent<N extends CallName> = Input<Part<N, 'body'>>
/** The answer of a call. */
export type AnswerOf<N extends CallName> = Output<Part<N, 'answer'>>
