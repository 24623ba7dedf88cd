import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { momentText } from '#web/text/dates.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { useHandOver } from './api.ts'
import type { WaitingPlace } from './api.ts'
import { openText, sumsText } from './settlement.ts'

/** The places that two people agreed to hand over: a third decides each, and a fourth where the others could lose by it. */
export function WaitingPlaces({ asks }: { asks: readonly WaitingPlace[] }) {
  return asks.map((ask) => <Waiting key={ask.id} ask={ask} />)
}

function Waiting({ ask }: { ask: WaitingPlace }) {
  const { mutate, data, isPending, error } = useHandOver()
  const isProposed = ask.is_proposed || data?.approval !== undefined
  const { name, newcomer_name: newcomer, position, places, until } = ask
  return (
    <Paper withBorder p="lg" component="article" aria-label={`Lugar de ${name}`}>
      <Stack gap="sm">
        <Title order={3} size="h5" className="wrap-anywhere">
          {name} passa {places > 1 ? `os ${places} lugares que tem` : `o lugar ${position}`} a {newcomer}
        </Title>
        <Text size="sm">
          As duas pessoas assinaram. {sumsText(ask, places)} {openText(ask, newcomer)}
        </Text>
        <Text size="sm">
          Conheça quem vem antes de decidir: a roda passa a contar com essa pessoa. Decidido isso, {name} terá saído da
          roda.
        </Text>
        <Text size="sm" c="dimmed">
          O pedido vale até {momentText(until)}.
        </Text>
        {ask.takes_two && !isProposed && (
          <>
            <Text size="sm">
              O lugar recebeu, ou está para receber, mais do que deu. Se quem vem nunca der, os outros perdem: por isso
              são duas pessoas que decidem.
            </Text>
            <ApprovalNote />
          </>
        )}
        <Refused error={error} otherwise="O lugar não passou. Tente de novo." />
        {data?.approval ? (
          <Proposed approval={data.approval} />
        ) : (
          isProposed && <Text size="sm">Já está proposto: a proposta espera abaixo.</Text>
        )}
        {ask.why_not && !isProposed && <Text size="sm">Agora não pode ser feito. {ask.why_not}</Text>}
        {!isProposed && ask.why_not === null && (
          <Acting>
            <div>
              <Button mih={44} disabled={isPending} onClick={() => mutate(ask)}>
                {isPending ? 'Enviando...' : ask.takes_two ? 'Propor a passagem' : 'Passar o lugar'}
              </Button>
            </div>
          </Acting>
        )}
      </Stack>
    </Paper>
  )
}
