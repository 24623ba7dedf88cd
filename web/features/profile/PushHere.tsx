import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'
import { isTurnedOnBy, pushAbility } from '#web/api/push.ts'
import { dayText } from '#web/text/dates.ts'
import { pushDevicesQuery, useSwitchPush } from './notices-api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const whyNot = {
  unable: 'Este navegador não mostra avisos com a Ciranda fechada.',
  refused: 'Este navegador não deixa a Ciranda avisar. Para ligar, permita as notificações nas configurações dele.',
  'home-screen':
    'No iPhone, os avisos só chegam com a Ciranda na tela de início: toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra por lá.',
} as const

/** Notices on this device although the app is closed, and the person's other devices that show them. */
export function PushHere({ userId }: { userId: string }) {
  const { data } = useQuery(pushDevicesQuery)
  const change = useSwitchPush(userId)
  if (!data || data.publicKey === null) return null
  const { publicKey, subscriptions } = data
  const here = subscriptions.find((device) => device.here)
  const others = subscriptions.filter((device) => !device.here)
  const ability = pushAbility()
  return (
    <div>
      <Text fw={500}>Avisos neste aparelho</Text>
      <Text size="sm" c="dimmed" mb="xs">
        O aparelho avisa também com a Ciranda fechada: uma frase, sem valores nem nomes. De noite, das 21h às 8h, só o
        que fala do seu acesso e das suas chaves; no dia, três avisos no máximo, e o resto de uma vez às 20h.
      </Text>
      {!here && isTurnedOnBy(userId) && (
        <Alert color="sol" mb="xs">
          Este aparelho parou de avisar: o navegador ou o serviço de avisos o desligou. Nada se perdeu, tudo está na
          página Avisos.{ability === 'able' && ' Ligue de novo quando quiser.'}
        </Alert>
      )}
      {here || ability === 'able' ? (
        <Button
          variant={here ? 'default' : 'filled'}
          mih={44}
          aria-disabled={change.isPending}
          onClick={() => !change.isPending && change.mutate({ id: here?.id ?? null, publicKey })}
        >
          {here ? 'Desligar neste aparelho' : 'Ligar neste aparelho'}
        </Button>
      ) : (
        <Text size="sm">{whyNot[ability]}</Text>
      )}
      {change.data === false && !here && !change.variables?.id && <Text size="sm">{whyNot.refused}</Text>}
      <Refused
        error={change.error}
        otherwise="Não foi possível mudar os avisos deste aparelho. Tente novamente."
        mt="xs"
      />
      {others.map(({ id, device, since }) => (
        <OtherDevice key={id} id={id} device={device} since={since} />
      ))}
    </div>
  )
}

function OtherDevice({ id, device, since }: { id: string; device: string; since: string }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request('DELETE /me/push-subscriptions/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
  })
  return (
    <>
      <Group justify="space-between" className="beside-button" mt="xs">
        <Text size="sm" className="wrap-anywhere">
          {device}, desde {dayText(since)}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          mih={44}
          aria-label={`Desligar os avisos em ${device}`}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {isPending ? 'Desligando...' : 'Desligar'}
        </Button>
      </Group>
      <Refused error={error} otherwise="Não foi possível desligar os avisos ali. Tente novamente." mt="xs" />
    </>
  )
}
