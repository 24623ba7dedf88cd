import type { AnswerOf } from '#contracts/contract.ts'
import { forecastKey, PAGE_BEGAN_AT, queryClient, resultKey } from '#web/api/query.ts'
import type { Own, ShownTerms } from './worker-messages.ts'

type ShownCircle = { readonly terms: ShownTerms | null; readonly isTestClock: boolean }

/**
 * The turns and the sums as this page has them, whichever part of it shows them; none of a newer version than this one, which may foresee
 * otherwise, or from before this page.
 */
export function shownState({ terms, isTestClock }: ShownCircle): Pick<Own, 'turns' | 'result'> {
  const [turns, result] = [forecastKey, resultKey].map((key) => {
    const shown = queryClient.getQueryState(key)
    return shown?.data && shown.dataUpdatedAt >= PAGE_BEGAN_AT && terms !== null ? shown : null
  })
  return {
    ...(turns ? { turns: turnsIn(turns as Received<AnswerOf<'GET /circle/forecast'>>, isTestClock) } : {}),
    ...(result ? { result: resultIn(result as Received<AnswerOf<'GET /circle/result'>>) } : {}),
  }
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
