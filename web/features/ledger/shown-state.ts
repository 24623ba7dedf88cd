import type { ShownCase } from '#circle/ledger/own-cases.ts'
import type { ShownDraw, ShownOnPage } from '#circle/ledger/verdict.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { isClosed } from '#contracts/labels.ts'
import { cents } from '#contracts/money.ts'
import { shownCase } from '#contracts/shown-case.ts'
import { shownOrder } from '#contracts/shown-order.ts'
import { proposalToDecide, shownProposal } from '#contracts/shown-proposal.ts'
import { shownDevice, shownPaidOn } from '#contracts/shown-access.ts'
import { casesKey, devicesKey, forecastKey, PAGE_BEGAN_AT, queryClient, resultKey } from '#web/api/query.ts'
import { readHelper, readStored } from '#web/api/storage.ts'
import { drawsKey, openProposalsKey, ownProposalsKey, profileKey, substitutesKey, termsKey } from './held-keys.ts'
import type { Own, ShownTerms } from './worker-messages.ts'

type ShownCircle = { readonly terms: ShownTerms | null; readonly isTestClock: boolean }

/**
 * The turns and the sums as this page has them, whichever part of it shows them; none of a newer version than this one, which may foresee
 * otherwise, or from before this page.
 */
export function shownState({
  terms,
  isTestClock,
}: ShownCircle): Pick<Own, 'turns' | 'result' | 'cases' | 'paidOn' | 'devices' | 'decides' | 'substitutes'> {
  const [turns, result] = [forecastKey, resultKey].map((key) => {
    const shown = queryClient.getQueryState(key)
    return shown?.data && shown.dataUpdatedAt >= PAGE_BEGAN_AT && terms !== null ? shown : null
  })
  return {
    ...(turns ? { turns: turnsIn(turns as Received<AnswerOf<'GET /circle/forecast'>>, isTestClock) } : {}),
    ...(result ? { result: resultIn(result as Received<AnswerOf<'GET /circle/result'>>) } : {}),
    ...(terms === null
      ? {}
      : {
          cases: casesOnPage(),
          ...accessOnPage(),
          decides: proposalsOnPage(),
          substitutes: substitutesOnPage(isTestClock),
        }),
  }
}

/** The answers on this page about what its person is asked, and may still object to. */
export function askedOnPage({
  terms,
}: ShownCircle): Pick<ShownOnPage, 'proposals' | 'hasAccepted' | 'draws' | 'order'> {
  if (terms === null) return {}
  const isByHelper = readHelper() !== null
  const [proposals] = shownUnder<AnswerOf<'GET /me/approvals'>>(ownProposalsKey)
  const [consent] = shownUnder<AnswerOf<'GET /me/terms'>>(termsKey, { isExact: true })
  return {
    ...(proposals ? { proposals: proposals.map((one) => shownProposal(one, isByHelper)) } : {}),
    ...(consent ? { hasAccepted: isNotAsked(consent) } : {}),
    ...drawsOnPage(isByHelper),
  }
}

/** Whether somebody reads that they accepted the terms in force, or that nobody asks them to. */
export const isNotAsked = ({ is_accepted, is_asked }: AnswerOf<'GET /me/terms'>) => is_accepted || !is_asked

/** Whether a member reads that they are suspended, removed or not approved yet. */
export function isShownOut(): boolean {
  const { user } = readStored()
  return user?.role === 'USER' && (isClosed(user.status) || !user.adminApproved)
}

/** In a draw everybody is there on their own device: a helper is told of nobody that it is them. */
function drawsOnPage(isByHelper: boolean): Pick<ShownOnPage, 'draws' | 'order'> {
  const state = queryClient.getQueryState<AnswerOf<'GET /draws'>>(drawsKey)
  const data = state?.data && isOfPage(state) ? state.data : null
  if (isByHelper) return data ? { order: shownOrder(data) } : {}
  if (data) return { draws: data.data.map(shownDraw), order: shownOrder(data) }
  // Home asks for draws once the forecast says that there may be one: who is not told that is told of none.
  return [drawsKey, forecastKey].some(isUnanswered) ? { draws: null } : {}
}

const isOfPage = ({ dataUpdatedAt }: { readonly dataUpdatedAt: number }) => dataUpdatedAt >= PAGE_BEGAN_AT

/** Whether this page asked for something and has no answer since it began: an error, or none yet. */
export function isUnanswered(queryKey: readonly string[]): boolean {
  const state = queryClient.getQueryState(queryKey)
  return state !== undefined && !isOfPage(state) && (state.status === 'error' || state.fetchStatus === 'fetching')
}

function shownDraw({ id, phase, join_until, members }: AnswerOf<'GET /draws'>['data'][number]): ShownDraw {
  return { id, phase, joinUntil: Date.parse(join_until), isIn: members.some((member) => member.own) }
}

function substitutesOnPage(isTestClock: boolean): NonNullable<Own['substitutes']> {
  const state = queryClient.getQueryState<AnswerOf<'GET /me/substitutes'>>(substitutesKey)
  if (!state?.data || !isOfPage(state)) return []
  const { seq, at, asks, done } = state.data
  const told = { seq, at: Date.parse(at), receivedAt: isTestClock ? Date.parse(at) : state.dataUpdatedAt }
  return [
    ...asks.map((ask) => ({
      ...shownBetween(ask),
      ...(ask.accepted ? { stage: 'accepted' as const } : {}),
      ahead: { ...told, places: ask.places, still: stillInCents(ask.still) },
    })),
    ...done.map((one) => ({ ...shownBetween(one), stage: 'done' as const })),
  ]
}

type Still = AnswerOf<'GET /me/substitutes'>['asks'][number]['still']

const stillInCents = (still: Still) =>
  still && {
    giveCents: cents(still.give),
    receiveCents: cents(still.receive),
    turns: still.turns,
  }

type Between = AnswerOf<'GET /me/substitutes'>['done'][number]

function shownBetween({ id, member_id, newcomer_id, given, received }: Omit<Between, 'name' | 'newcomer_name' | 'at'>) {
  const sums = { givenCents: cents(given), receivedCents: cents(received) }
  return { id, memberId: member_id, newcomerId: newcomer_id, ...sums }
}

/** The proposals that this page showed: to whoever decides them, and to those whom they touch. */
function proposalsOnPage(): NonNullable<Own['decides']> {
  const open = shownUnder<AnswerOf<'GET /admin/approvals'>>(openProposalsKey).flatMap(({ data }) => data)
  const own = shownUnder<AnswerOf<'GET /me/approvals'>>(ownProposalsKey).flat()
  return [...open, ...own].filter(({ state }) => state === 'proposed').map(proposalToDecide)
}

/** The key on which its person is paid, and their devices, as this page showed them. */
function accessOnPage(): Pick<Own, 'paidOn' | 'devices'> {
  const [profile] = shownUnder<AnswerOf<'GET /users/profile'>>(profileKey)
  // Beside the list stands the state of this very device, which is none.
  const devices = shownUnder<AnswerOf<'GET /me/device-keys'>>(devicesKey).find((shown) => Array.isArray(shown))
  return {
    ...(profile ? { paidOn: shownPaidOn(profile) } : {}),
    ...(devices ? { devices: devices.map(shownDevice) } : {}),
  }
}

/** The answers that this page has under a key, since it began. */
export function shownUnder<Data>(queryKey: readonly string[], { isExact = false } = {}): Data[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey, exact: isExact })
  return queries.flatMap(({ state: { data, dataUpdatedAt } }) =>
    data && dataUpdatedAt >= PAGE_BEGAN_AT ? [data as Data] : [],
  )
}

/** The cases of their own that this page showed. */
function casesOnPage(): ShownCase[] {
  const isByHelper = readHelper() !== null
  return shownUnder<AnswerOf<'GET /reports/{id}'>>(casesKey).map((shown) => shownCase(shown, isByHelper))
}

type Received<Data> = { readonly data: Data; readonly dataUpdatedAt: number }

function turnsIn({ data, dataUpdatedAt }: Received<AnswerOf<'GET /circle/forecast'>>, isTestClock: boolean) {
  const at = Date.parse(data.at)
  const { seq, places, waits, asked: isAsked } = data
  return { seq, at, receivedAt: isTestClock ? at : dataUpdatedAt, places, isAsked, waits }
}

function resultIn({ data: { seq, ...told } }: Received<AnswerOf<'GET /circle/result'>>) {
  return { seq, told }
}
