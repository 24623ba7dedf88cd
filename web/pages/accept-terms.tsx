import { Alert, Anchor, Button, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureText } from '#web/api/client.ts'
import { circleQuery, outcomeQuery } from '#web/features/circle/api.ts'
import { Terms } from '#web/features/circle/Terms.tsx'
import { TermsChanges } from '#web/features/circle/TermsChanges.tsx'
import { termsChanges } from '#web/features/circle/terms-changes.ts'
import { areAnnounced, isIntact, NOT_ANNOUNCED, shownTerms, versionOf } from '#web/features/circle/terms-hash.ts'
import { acceptedQuery, consentQuery, useAcceptTerms } from '#web/features/circle/consent/api.ts'
import { dayText, fullMomentText } from '#web/text/dates.ts'
import { say } from '#web/text/say.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { Refused } from '#web/ui/Refused.tsx'

/** The terms in force, what changed since the member accepted, old beside new, and the one button that accepts them. */
export default function AcceptTermsPage() {
  const readings = [
    useQuery(circleQuery),
    useQuery(outcomeQuery),
    useQuery(consentQuery),
    useQuery(acceptedQuery),
  ] as const
  const [{ data: circle }, { data: outcome }, { data: consent }, { data: accepted }] = readings
  const accept = useAcceptTerms()
  const error = readings.find((reading) => reading.error && reading.data === undefined)?.error
  const again = () => void Promise.all(readings.map((reading) => reading.refetch()))
  if (error) return <ErrorState message={failureText(error, 'Erro ao carregar os termos')} onRetry={again} />
  if (!circle || !outcome || !consent || accepted === undefined) return <LoadingRows label="Carregando os termos..." />
  if (consent.is_accepted) return <Accepted />
  const changes = accepted ? termsChanges(accepted.shown, shownTerms(circle)) : []
  const isAnnounced = areAnnounced(circle)
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Aceite os termos atualizados
      </Title>
      <Text maw={680}>
        Desde {fullMomentText(consent.since)}{' '}
        {say(
          'valem outros termos neste círculo. Enquanto você não aceitar, nenhuma contribuição nova lhe é pedida e nenhum upgrade pode ser aceito. O que já começou continua como estava.',
        )}
      </Text>
      {accepted && !isIntact(accepted) && (
        <Alert color="red" role="alert">
          O que ficou guardado do seu aceite anterior foi alterado: compare com a cópia que você baixou em Meus dados.
        </Alert>
      )}
      {accepted && changes.length > 0 && (
        <Paper withBorder p="lg" component="section" aria-labelledby="o-que-mudou">
          <Title order={2} size="h4" id="o-que-mudou" mb="md">
            O que mudou
          </Title>
          <TermsChanges
            changes={changes}
            before={`Como você aceitou em ${dayText(accepted.accepted_at)}`}
            after="Como é agora"
          />
        </Paper>
      )}
      <WholeTerms circle={circle} outcome={outcome} />
      {!isAnnounced && (
        <Alert color="red" role="alert">
          {NOT_ANNOUNCED}
        </Alert>
      )}
      <Refused error={accept.error} otherwise="Não foi possível guardar o seu aceite. Tente de novo." />
      <Button
        style={{ alignSelf: 'flex-start' }}
        disabled={!isAnnounced || accept.isPending}
        onClick={() => accept.mutate(versionOf(shownTerms(circle)))}
      >
        {accept.isPending ? 'Guardando...' : 'Li e aceito os termos atualizados'}
      </Button>
    </Stack>
  )
}

function Accepted() {
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Termos aceitos
      </Title>
      <Text role="status">
        Você aceitou os termos em vigor. O que você aceitou, e quando, fica em{' '}
        <Anchor component={Link} to="/privacy">
          Meus dados
        </Anchor>
        .
      </Text>
      <Anchor component={Link} to="/home">
        Voltar ao início
      </Anchor>
    </Stack>
  )
}

function WholeTerms(props: React.ComponentProps<typeof Terms>) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="termos-inteiros">
      <Title order={2} size="h4" id="termos-inteiros" mb="md">
        Os termos inteiros
      </Title>
      <ScrollArea.Autosize
        mah={360}
        type="always"
        offsetScrollbars
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Termos e Condições' }}
      >
        <Terms {...props} />
      </ScrollArea.Autosize>
    </Paper>
  )
}
