import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { Refused } from '#web/ui/Refused.tsx'

export type DeviceKey = AnswerOf<'GET /me/device-keys'>[number]

/** Until when a device waits before it signs; null for one that does not, or that was removed. */
export function waitsUntil({ holds_at, removed_at }: Pick<DeviceKey, 'holds_at' | 'removed_at'>): string | null {
  return removed_at === null && holds_at !== null && Date.parse(holds_at) > Date.now() ? holds_at : null
}

type Props = {
  readonly know: (keyId: string) => Promise<void>
  readonly device: DeviceKey
  readonly isOwn: boolean
  readonly onAdmitted: () => void
}

/** A device that waits: on itself the code to compare, and on an older one the button that admits it. */
export function WaitingDevice({ know, device, isOwn, onAdmitted }: Props) {
  const { data: mark } = useQuery({
    queryKey: ['device-mark', device.public_key],
    queryFn: async () => (await import('#web/api/journal.ts')).keyMark(device.public_key),
    staleTime: Infinity,
  })
  const admit = useMutation({
    mutationFn: async () => {
      const { id } = device
      const { hash } = mark!
      const answer = await requestSigned(
        'POST /me/device-keys/{id}/admit',
        { params: { id }, body: { hash } },
        { act: 'admit_key', donationId: id, hash },
      )
      await know(id)
      return answer
    },
    onSettled: onAdmitted,
  })
  const until = fullMomentText(device.holds_at!)
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {isOwn
          ? `Ele passa a assinar em ${until}, ou logo que outro aparelho seu o aceitar: nele, abra Meus aparelhos, e compare este código.`
          : `É seu? Ele passa a assinar em ${until}. Se mostra o mesmo código, aceite agora; se não é seu, retire-o.`}
      </Text>
      {mark && (
        <Text fw={700} ff="monospace" size="lg">
          {mark.code}
        </Text>
      )}
      {!isOwn && (
        <Button variant="light" mih={44} disabled={!mark} loading={admit.isPending} onClick={() => admit.mutate()}>
          É meu, com este código
        </Button>
      )}
      <Refused error={admit.error} otherwise="Não foi possível aceitar o aparelho. Tente novamente." />
    </Stack>
  )
}
