import type { ShownCase } from '#circle/ledger/own-cases.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { shownCase } from '#contracts/shown-case.ts'
import { proposalToDecide } from '#contracts/shown-proposal.ts'
import { shownDevice, shownPaidOn } from '#contracts/shown-access.ts'
import { casesKey, devicesKey, forecastKey, PAGE_BEGAN_AT, queryClient, resultKey } from '#web/api/query.ts'
import { readHelper } from '#web/api/storage.ts'
import { openProposalsKey, ownProposalsKey, profileKey } from './held-keys.ts'
import type { Own, ShownTerms } from './worker-messages.ts'

type ShownCircle = { readonly terms: ShownTerms | null; readonly isTestClock: boolean }

/**
 * The turns and the sums as this page has them, whichever part of it shows them; none of a newer version than this one, which may foresee
 * otherwise, or from before this page.
 */
export function shownState({
  terms,
  isTestClock,
}: ShownCircle): Pick<Own, 'turns' | 'result' | 'cases' | 'paidOn' | 'devices' | 'decides'> {
  const [turns, result] = [forecastKey, resultKey].map((key) => {
    const shown = queryClient.getQueryState(key)
    return shown?.data && shown.dataUpdatedAt >= PAGE_BEGAN_AT && terms !== null ? shown : null
  })
  return {
    ...(turns ? { turns: turnsIn(turns as Received<AnswerOf<'GET /circle/forecast'>>, isTestClock) } : {}),
    ...(result ? { result: resultIn(result as Received<AnswerOf<'GET /circle/result'>>) } : {}),
    ...(terms === null ? {} : { cases: casesOnPage(), ...accessOnPage(), decides: proposalsOnPage() }),
  }
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
export function shownUnder<Data>(queryKey: readonly string[]): Data[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey })
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
  const { seq, places, waits } = data
  return { seq, at, receivedAt: isTestClock ? at : dataUpdatedAt, places, isWaiting: waits !== null }
}

function resultIn({ data: { seq, ...told } }: Received<AnswerOf<'GET /circle/result'>>) {
  return { seq, told }
}
