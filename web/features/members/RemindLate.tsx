import { Alert, Button, Stack, Text } from '@mantine/core'
import { LATE_PAYMENT_DAYS, REMINDER_DAYS } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { useRemindLate } from './api.ts'

/** Says when somebody counts as late, with the button that reminds them all. */
export function RemindLate() {
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        Sem pagar há {LATE_PAYMENT_DAYS} dias ou mais, ou com o prazo a {REMINDER_DAYS} dias do fim.
      </Text>
      <RemindAll isMain />
    </Stack>
  )
}

/** Reminds everybody who is late in one go, and says how many; each donation at most once a day. It is the main act of its own list. */
export function RemindAll({ isMain = false }: { readonly isMain?: boolean }) {
  const { mutate, isPending, data, error } = useRemindLate()
  return (
    <Stack gap="xs" align="flex-start">
      <Acting>
        <Button variant={isMain ? 'filled' : 'default'} mih={44} disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Lembrando...' : 'Lembrar todos'}
        </Button>
      </Acting>
      {data && (
        <Alert color="mata" role="status">
          {data.people === 0
            ? 'Ninguém a lembrar agora: todos já foram lembrados hoje.'
            : `${data.people === 1 ? '1 pessoa lembrada' : `${data.people} pessoas lembradas`}.`}
        </Alert>
      )}
      {error && (
        <Alert color="red" role="alert">
          {failureText(error, 'Não foi possível lembrar.')}
        </Alert>
      )}
    </Stack>
  )
}
