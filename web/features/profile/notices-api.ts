import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticeBox } from '#contracts/notice-events.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { turnPushOff, turnPushOn } from '#web/api/push.ts'

export type Preferences = AnswerOf<'GET /me/preferences'>

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: () => request('GET /me/preferences'),
})

export const pushDevicesQuery = queryOptions({
  queryKey: ['push-devices'],
  queryFn: () => request('GET /me/push-subscriptions'),
})

/** Sets one box; what the server took is shown, never what is merely asked of it. */
export function useChoose() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ box, isWanted }: { box: NoticeBox; isWanted: boolean }) =>
      request('PATCH /me/preferences', { body: { notices: { [box]: isWanted } } }),
    onSuccess: (_profile, { box, isWanted }) =>
      client.setQueryData(
        preferencesQuery.queryKey,
        (known) => known && { ...known, notices: { ...known.notices, [box]: isWanted } },
      ),
  })
}

/** Writes down that the person was asked about notices on their phone: nobody is asked twice. */
export function useAsked() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request('PATCH /me/preferences', { body: { pushAsked: true } }),
    onSuccess: () => client.setQueryData(preferencesQuery.queryKey, (known) => known && { ...known, pushAsked: true }),
  })
}

/** Turns notices on this device on, or off where they are on (`id`). Answers whether they are on now. */
export function useSwitchPush(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, publicKey }: { id: string | null; publicKey: string }) => {
      if (id === null) return turnPushOn(userId, publicKey)
      await turnPushOff(id)
      return false
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
  })
}
