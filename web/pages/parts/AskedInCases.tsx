import { useQueries, useQuery } from '@tanstack/react-query'
import { dayAndMonth, dayOf } from '#contracts/age.ts'
import { readHelper } from '#web/api/storage.ts'
import { caseQuery } from '#web/features/cases/api.ts'
import { askedUntil } from '#web/features/cases/case-text.ts'
import { receiveQuery, sendQuery } from '#web/features/home/api.ts'
import { isDisputed } from '#web/text/awaited.ts'
import { Doors } from '#web/ui/Doors.tsx'
import { useNow } from '#web/ui/useNow.ts'

/**
 * A door to each case in which the administration asks the reader for an answer, until its day is over: the notice that said so is
 * gone once it is read. A helper answers for nobody.
 */
export function AskedInCases() {
  const { data: toSend = [] } = useQuery(sendQuery)
  const { data: toReceive = [] } = useQuery(receiveQuery)
  const today = dayOf(useNow())
  const disputed = readHelper() ? [] : [...toSend, ...toReceive].filter(isDisputed)
  const cases = useQueries({ queries: disputed.flatMap(({ report_id: id }) => (id === null ? [] : [caseQuery(id)])) })
  const doors = cases.flatMap(({ data }) => {
    const until = data && askedUntil(data, today)
    if (!until) return []
    const other = data.side === 'donor' ? data.receiver : data.donor
    const title = `Responda até ${dayAndMonth(until)} no caso com ${other.name}`
    return [{ to: `/reports/${data.id}`, title, isLoud: true }]
  })
  return doors.length > 0 && <Doors label="Perguntas da administração" doors={doors} />
}
