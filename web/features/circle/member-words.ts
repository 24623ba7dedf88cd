import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { openMemberWords, wordKinds } from '#circle/ledger/member-words.ts'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import { hashText } from '#web/api/hash-text.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { keptEntries } from './kept-entries.ts'
import { onVerdict, readVerdict } from './ledger-verdict.ts'

const wordsKey = ['member-words'] as const

/** Members' words as the ledger that this device verified has them; null while it keeps none of this circle. */
export function useMemberWords(circleId: string | undefined): MemberWords | null {
  // The visit's verification brings what came since.
  const verdict = useSyncExternalStore(onVerdict, readVerdict)
  const { data } = useQuery({
    queryKey: [...wordsKey, circleId, verdict],
    queryFn: () => readWords(circleId!),
    enabled: circleId !== undefined,
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

async function readWords(circleId: string): Promise<MemberWords | null> {
  const { upTo, found } = await keptEntries(circleId, wordKinds)
  if (upTo === 0) return null
  const words = openMemberWords(hashText)
  for (const entry of found) words.read(entry)
  return words.result()
}

type Person = { readonly memberId: string; readonly isKnown: boolean }

/** Says that one knows somebody in person, or takes it back, under this device's signature. */
export const useVouch = () =>
  useWord(({ memberId, isKnown }: Person) =>
    requestSigned(
      isKnown ? 'POST /me/vouches' : 'POST /me/vouches/withdraw',
      { body: { member_id: memberId } },
      { act: isKnown ? 'vouch' : 'unvouch', donationId: memberId },
    ),
  )

type Choice = { readonly witness: string; readonly isChosen: boolean }

/** Chooses a witness by its key, or takes that back, under this device's signature. */
export const useChooseWitness = () =>
  useWord(({ witness, isChosen }: Choice) =>
    requestSigned(
      isChosen ? 'POST /me/witnesses' : 'POST /me/witnesses/drop',
      { body: { witness } },
      { act: isChosen ? 'choose_witness' : 'drop_witness', hash: hashText(witness) },
    ),
  )

function useWord<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: wordsKey }) })
}
