import { Checkbox, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asksLittle } from '#contracts/asks-little.ts'
import { failureText } from '#web/api/client.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { preferencesQuery, useShowName } from './api.ts'

/** Whether whoever is invited to a roda may read one's first name; other circles' invitations name nobody. */
export function NameShown() {
  const { data: circle } = useQuery(circleQuery)
  const isRoda = circle !== undefined && asksLittle(circle)
  const { data } = useQuery({ ...preferencesQuery, enabled: isRoda })
  const { mutate, isPending, error } = useShowName()
  if (!isRoda || !data) return null
  return (
    <Paper withBorder p="lg">
      <Checkbox
        label="Quem for convidado pode ver o meu primeiro nome"
        checked={data.showsFirstName}
        aria-busy={isPending}
        onChange={(event) => !isPending && mutate(event.currentTarget.checked)}
      />
      {error && (
        <Text c="red" size="sm" role="alert">
          {failureText(error, 'Não foi possível mudar isto. Tente novamente.')}
        </Text>
      )}
    </Paper>
  )
}
