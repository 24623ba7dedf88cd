import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pushAbility } from '#web/api/push.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { preferencesQuery, pushDevicesQuery, useAsked, useSwitchPush } from './notices-api.ts'

/** Asks once, after the first donation, whether this device may tell of what comes next. The browser asks after a press alone. */
export function AskPush({ userId }: { userId: string }) {
  const turnOn = useSwitchPush(userId)
  // Allowed by its person and refused on the way, it may be tried again here.
  const isAllowed = () => Notification.permission === 'default' || turnOn.isPending || turnOn.isError
  const mayBe = pushAbility() === 'able' && isAllowed()
  const { data: preferences } = useQuery({ ...preferencesQuery, enabled: mayBe })
  const { data: devices } = useQuery({ ...pushDevicesQuery, enabled: mayBe && preferences?.pushAsked === false })
  const asked = useAsked()
  const publicKey = devices?.publicKey ?? null
  if (!mayBe || preferences?.pushAsked !== false || publicKey === null) return null
  const answer = (isWanted: boolean) => {
    if (turnOn.isPending || asked.isPending) return
    if (isWanted) turnOn.mutate({ id: null, publicKey }, { onSuccess: () => asked.mutate() })
    else asked.mutate()
  }
  return (
    <Alert color="mata" title="Quer saber da resposta sem abrir a Ciranda?">
      <Text size="sm">
        Este aparelho pode avisar quando sua doação for confirmada e quando houver outra a fazer. É uma frase, sem
        valores nem nomes, e nunca de noite. Você muda isso quando quiser, no seu perfil.
      </Text>
      <Refused error={turnOn.error} otherwise="Não foi possível ligar os avisos. Tente de novo." mt="sm" />
      <Refused error={asked.error} otherwise="Não foi possível guardar a sua resposta. Tente de novo." mt="sm" />
      <Group mt="sm" gap="sm">
        <Button mih={44} onClick={() => answer(true)} aria-disabled={turnOn.isPending}>
          {turnOn.isPending ? 'Ligando...' : 'Ligar avisos'}
        </Button>
        <Button mih={44} variant="default" onClick={() => answer(false)} aria-disabled={turnOn.isPending}>
          Agora não
        </Button>
      </Group>
    </Alert>
  )
}
