import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText, request } from '#web/api/client.ts'
import type { DeviceState, WhyNot } from '#web/api/device-key.ts'
import { circleOf } from '#web/api/holder.ts'
import { devicesKey } from '#web/api/query.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { CarriedPast } from './CarriedPast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { deviceText } from './device-text.ts'
import { Section } from './ProfileSection.tsx'
import { waitsUntil, WaitingDevice } from './WaitingDevice.tsx'

// Its own part of the download: the pages that sign bring it along when they need it.
const deviceKey = () => import('#web/api/device-key.ts')

/** The devices that sign in the member's name: an unknown one can be removed, and this one added. */
export function Devices({ holder, know }: { holder: string; know: (keyId: string) => Promise<void> }) {
  const client = useQueryClient()
  const own = useQuery({
    queryKey: [...devicesKey, 'own'],
    queryFn: async (): Promise<DeviceState> => {
      const { addDevice, addedIn } = await deviceKey()
      const isAsked = circleOf(holder) !== null && (await addedIn(holder)) === null
      return isAsked ? { publicKey: null, why: 'not_added' } : addDevice(holder, { isQuiet: true })
    },
  })
  const { data, error } = useQuery({
    queryKey: [...devicesKey, own.data],
    queryFn: () => request('GET /me/device-keys'),
    enabled: !own.isPending,
  })
  const refresh = () => client.invalidateQueries({ queryKey: devicesKey })
  const isRemovedHere = data?.some((key) => key.public_key === own.data?.publicKey && key.removed_at !== null) ?? false
  const why = isRemovedHere ? 'removed' : (own.data?.why ?? null)
  const remove = useMutation({
    mutationFn: (id: string) =>
      requestSigned('DELETE /me/device-keys/{id}', { params: { id } }, { act: 'remove_key', donationId: id }),
    onSettled: refresh,
  })
  const add = useMutation({
    mutationFn: async () => {
      const { addDevice, renewDevice } = await deviceKey()
      return why === 'removed' ? renewDevice(holder) : addDevice(holder, { isQuiet: false })
    },
    onSettled: refresh,
  })
  const failure = error ?? remove.error ?? add.error
  return (
    <Section title="Meus aparelhos">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {circleOf(holder) === null
            ? 'Cada aparelho em que você entra assina o que você faz, para que ninguém o faça em seu nome sem que se veja.'
            : 'Com um aparelho que assina, ninguém decide em seu nome sem que se veja. Desde então, o que você decide só vale assinado por um aparelho seu.'}
        </Text>
        {failure && (
          <Text c="red" size="sm" role="alert">
            {failureText(failure, 'Não foi possível mostrar os seus aparelhos. Tente novamente.')}
          </Text>
        )}
        {data?.map((key) => (
          <Device
            key={key.id}
            {...key}
            isOwn={key.public_key === own.data?.publicKey}
            isOff={remove.isPending}
            onRemove={() => remove.mutate(key.id)}
          >
            {waitsUntil(key) !== null && (
              <WaitingDevice
                know={know}
                device={key}
                isOwn={key.public_key === own.data?.publicKey}
                onAdmitted={() => void refresh()}
              />
            )}
          </Device>
        ))}
        {data && own.data?.publicKey && why === null && (
          <CarriedPast holder={holder} devices={data} ownPoint={own.data.publicKey} />
        )}
        {why && <Text size="sm">{notHere[why]}</Text>}
        {why && why !== 'no_store' && (
          <Button
            variant="light"
            mih={44}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => add.mutate()}
            disabled={add.isPending}
          >
            Assinar neste aparelho
          </Button>
        )}
      </Stack>
    </Section>
  )
}

const notHere: Readonly<Record<WhyNot, string>> = {
  no_store:
    'Esta janela não guarda chaves, como acontece numa janela anônima ou sem conexão segura: o que você fizer aqui fica sem assinatura do aparelho.',
  not_added: 'Este aparelho ainda não assina por você.',
  removed: 'Este aparelho foi retirado e não assina mais por você.',
  waits: 'Este aparelho é novo e ainda espera.',
  clock: 'A hora do servidor e a deste aparelho diferem em mais de um dia.',
  refused: 'Este aparelho não assina por você.',
}

type DeviceProps = {
  readonly device: string
  readonly added_at: string
  readonly removed_at: string | null
  readonly holds_at: string | null
  readonly children: ReactNode
  readonly isOwn: boolean
  readonly isOff: boolean
  readonly onRemove: () => void
}

function Device({ children, isOwn, isOff, onRemove, ...key }: DeviceProps) {
  const { device, removed_at: removedAt } = key
  const since = deviceText(key, useNow())
  return (
    <Stack gap={4}>
      <Group justify="space-between" className="beside-button">
        <div>
          <Text {...(removedAt ? { c: 'dimmed' } : {})}>
            {device}{' '}
            {isOwn && !removedAt && (
              <Badge component="span" variant="light" color="mata" size="sm" tt="none">
                este aparelho
              </Badge>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            {since}
          </Text>
        </div>
        {!removedAt && (
          <Button
            variant="default"
            mih={44}
            flex="none"
            disabled={isOff}
            aria-label={`Retirar ${device}: ${since}`}
            onClick={onRemove}
          >
            Retirar
          </Button>
        )}
      </Group>
      {children}
    </Stack>
  )
}
