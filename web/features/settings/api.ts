import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/query.ts'
import { requestDecided } from '#web/api/signed-request.ts'

export type { CircleSettings, CircleSummary } from '#contracts/circles.ts'
export type { MailTest } from '#contracts/mail.ts'

const circlesKeys = ['circles'] as const

export type CirclesAsked = {
  readonly state: 'live' | 'ended'
  readonly page: number
  /** A part of a name; '' for all. */
  readonly name: string
}

export function circlesQuery({ state, page, name }: CirclesAsked) {
  return queryOptions({
    queryKey: [...circlesKeys, state, page, name],
    queryFn: () => request('GET /admin/circles', { query: { state, page: String(page), ...(name && { name }) } }),
    placeholderData: keepPreviousData,
  })
}

export const settingsQuery = queryOptions({
  queryKey: ['circle', 'settings'],
  queryFn: () => request('GET /admin/circle'),
})

/** The messages that nothing could send. A code in one is worth an hour at most: the list is asked for anew at each look. */
export const outboxQuery = queryOptions({ queryKey: ['outbox'], queryFn: () => request('GET /admin/outbox') })

const shownSettings = () => queryClient.getQueryData(settingsQuery.queryKey)

/** The record that a change of the calendar leaves; null where it stays as it is. */
function calendarRecord({ calendar }: BodySent<'PATCH /admin/circle/calendar'>): DecidedRecord | null {
  const before = shownSettings()?.calendar.automatic
  if (before?.day === calendar?.day && before?.hour === calendar?.hour) return null
  return calendar
    ? { kind: 'circle.calendar_set', day: String(calendar.day), hour: String(calendar.hour) }
    : { kind: 'circle.calendar_removed' }
}

/** Updates the settings of the current circle wherever they are shown. */
function useSettings() {
  const client = useQueryClient()
  return async (settings: AnswerOf<'GET /admin/circle'>) => {
    client.setQueryData(settingsQuery.queryKey, settings)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['circle'] }),
      client.invalidateQueries({ queryKey: circlesKeys }),
    ])
  }
}

export function useEditCircle() {
  const show = useSettings()
  return useMutation({
    mutationFn: (body: BodySent<'PATCH /admin/circle'>) => request('PATCH /admin/circle', { body }),
    onSuccess: show,
  })
}

export function useSetCalendar() {
  const show = useSettings()
  return useMutation({
    mutationFn: (body: BodySent<'PATCH /admin/circle/calendar'>) =>
      requestDecided('PATCH /admin/circle/calendar', { body }, calendarRecord(body)),
    onSuccess: show,
  })
}

export function useSetAnswerDays() {
  const show = useSettings()
  return useMutation({
    mutationFn: (body: BodySent<'PATCH /admin/circle/answer-days'>) =>
      requestDecided(
        'PATCH /admin/circle/answer-days',
        { body },
        body.days === shownSettings()?.answer_days ? null : { kind: 'circle.answer_days_set', days: String(body.days) },
      ),
    onSuccess: show,
  })
}

/** Switches to another circle. All queries are reset, so that nothing of the previous circle stays visible. */
export function useSelectCircle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('POST /admin/circles/{id}/select', { params: { id } }),
    onSuccess: () => client.resetQueries(),
  })
}

export function useOpenCircle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('POST /admin/circles/{id}/open', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: circlesKeys }),
  })
}

export function useCloseCircle() {
  const show = useSettings()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/circle/close'>) =>
      requestDecided('POST /admin/circle/close', { body }, { kind: 'circle.closed' }),
    onSuccess: show,
  })
}

export function useBeginRotation() {
  const show = useSettings()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => requestDecided('POST /admin/circle/rotation', {}, { kind: 'begin_rotation' }),
    onSuccess: (settings) => {
      show(settings)
      void client.invalidateQueries()
    },
  })
}

/** `onDone`: the person's own account says that they take part from here on. */
export function useTakePart(onDone: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('POST /admin/circle/take-part'),
    onSuccess: async () => {
      await onDone()
      await client.invalidateQueries()
    },
  })
}

export function useReset() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/circle/reset'>) => request('POST /admin/circle/reset', { body }),
    onSuccess: () => client.resetQueries(),
  })
}

export function useMailTest() {
  return useMutation({ mutationFn: () => request('POST /admin/mail-test') })
}
