import { Alert, Button, Stack, Text } from '@mantine/core'
import { MISSED_DAYS } from '#contracts/limits.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { useRemind } from './api.ts'
import type { Reminded } from './api.ts'
import type { UserFilter } from './user-list.ts'
import { Refused } from '#web/ui/Refused.tsx'

const words: Readonly<Record<Reminded, { explained: string; act: string; none: string }>> = {
  late: {
    explained:
      'O prazo passou e o pagamento ainda é devido. Quem espera por quem receba ainda não tem a quem pagar, e não é lembrado.',
    act: 'Lembrar quem está atrasado',
    none: 'Ninguém a lembrar agora: o que está atrasado espera por quem receba, tem o PIX agendado ou é de quem saiu.',
  },
  unpaid: {
    explained: 'Ainda não pagou, e o prazo não terminou: ninguém aqui está atrasado por isso.',
    act: 'Lembrar quem ainda não pagou',
    none: 'Ninguém a lembrar agora: todos pagaram ou agendaram o PIX.',
  },
}

/** Says what a list of people who have not paid means, with the button that reminds them all where something can be paid. */
export function UnpaidNote({ filter }: { readonly filter: UserFilter | null }) {
  const who = filter === 'atrasados' ? 'late' : filter === 'nao-pagaram' ? 'unpaid' : null
  if (filter === 'vencidas')
    return (
      <Text size="sm" c="dimmed">
        O prazo de uma contribuição passou sem pagamento nos últimos {MISSED_DAYS} dias. Ela não é mais devida; quem não
        estava recebendo foi para o fim da ordem.
      </Text>
    )
  return (
    who && (
      <Stack gap="xs" align="flex-start">
        <Text size="sm" c="dimmed">
          {words[who].explained}
        </Text>
        <RemindAll who={who} isMain />
      </Stack>
    )
  )
}

type Props = { readonly who: Reminded; readonly isMain?: boolean }

/** Reminds all of them in one go, and says how many; each donation at most once a day. It is the main act of its own list. */
export function RemindAll({ who, isMain = false }: Props) {
  const { mutate, isPending, data, error } = useRemind()
  return (
    <Stack gap="xs" align="flex-start">
      <Acting>
        <Button variant={isMain ? 'filled' : 'default'} mih={44} disabled={isPending} onClick={() => mutate(who)}>
          {isPending ? 'Lembrando...' : words[who].act}
        </Button>
      </Acting>
      {data && (
        <Alert color="mata" role="status">
          {data.people > 0
            ? `${data.people === 1 ? '1 pessoa lembrada' : `${data.people} pessoas lembradas`}.`
            : data.already_today > 0
              ? 'Ninguém a lembrar agora: todos já foram lembrados hoje.'
              : words[who].none}
        </Alert>
      )}
      <Refused error={error} otherwise="Não foi possível lembrar." />
    </Stack>
  )
}
