import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SHARES_MAX } from '#circle/shares.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { sharesQuery, useTakeShares } from './api.ts'
import { placesText, sharesLine, sharesOutcome } from './shares-text.ts'

/** How many places of the roda the reader takes, and the choice of another number while it may be made. */
export function OwnShares() {
  const own = useOwnWord()
  const { data } = useQuery({ ...sharesQuery, enabled: own !== null })
  const { data: circle } = useQuery(circleQuery)
  const take = useTakeShares()
  if (own === null || !data || !circle || circle.closed_at || sharesLine(data) === null) return null
  const others = Array.from({ length: SHARES_MAX }, (_, index) => index + 1).filter(
    (count) => count <= data.most && count !== data.shares,
  )
  return (
    <Paper withBorder p="lg" component="section" aria-label="Os seus lugares">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Você tem {placesText(data.shares)}
        </Title>
        <Text>{sharesOutcome(circle.plan, data.shares)}</Text>
        <Text size="sm">Até o primeiro pedido de contribuições, você pode mudar. Depois, fica assim até o fim.</Text>
        {data.shares > 1 && <Text size="sm">Quem devolve um lugar sorteado fica com o último deles.</Text>}
        {others.map((count) => (
          <Stack key={count} gap={4}>
            <Text size="sm">
              Com {placesText(count)}: {sharesOutcome(circle.plan, count).replace('Você', 'você')}
            </Text>
            <div>
              <Button variant="default" mih={44} disabled={take.isPending} onClick={() => take.mutate(count)}>
                {take.isPending && take.variables === count ? 'Assinando...' : `Quero ${placesText(count)}`}
              </Button>
            </div>
          </Stack>
        ))}
        <Text role="status" size="sm">
          {take.isSuccess && `Feito: agora você tem ${placesText(data.shares)}.`}
        </Text>
        <Refused error={take.error} otherwise="O número de lugares não mudou. Tente de novo." />
      </Stack>
    </Paper>
  )
}
