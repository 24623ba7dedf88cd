import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { Acting } from '#web/features/session/Acting.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { useAccept, useWithdraw } from './api.ts'
import type { Proposal } from './api.ts'

type Props = { readonly proposal: Proposal; readonly ownId: string | null }

/**
 * The first order that was proposed to everybody: who stands where, how many agree, and the reader's own word. Their places are
 * found by their id, which is what they sign: never by what the server says of them.
 */
export function ProposedOrder({ proposal, ownId }: Props) {
  const { people, accepted, state } = proposal
  const isOpen = state === 'open'
  const isAgreed = state === 'agreed'
  const title = isAgreed ? 'A ordem combinada' : 'A ordem proposta'
  const count = new Set(people.map(({ id }) => id)).size
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {state === 'fallen' && (
          <Alert color="sol" title="Esta proposta caiu">
            Alguém entrou ou saiu antes de todos concordarem. A ordem tem de ser proposta de novo, ou sorteada.
          </Alert>
        )}
        {state === 'withdrawn' && <Text>Quem organiza retirou esta proposta.</Text>}
        {(isOpen || isAgreed) && <OwnPlace proposal={proposal} ownId={ownId} />}
        {isOpen && <OwnWord proposal={proposal} ownId={ownId} />}
        {isOpen && (
          <Text>
            Já concordaram: {accepted} de {count}. A ordem só vale quando todos concordarem.
          </Text>
        )}
        {isOpen && people.some((person) => person.accepted !== null) && (
          <Acting>
            <Withdrawal id={proposal.id} />
          </Acting>
        )}
        <ol className="draw-parts" aria-label={`Quem recebe, na ordem ${isAgreed ? 'combinada' : 'proposta'}`}>
          {people.map((person, index) => (
            <li key={index}>
              <span className="wrap-anywhere">
                {person.name}
                {person.id === ownId && ' (você)'}
              </span>
              {isOpen && person.accepted !== null && (
                <span className="draw-part">{person.accepted ? 'concordou' : 'falta'}</span>
              )}
            </li>
          ))}
        </ol>
      </Stack>
    </Paper>
  )
}

function OwnPlace({ proposal, ownId }: Props) {
  const places = proposal.people.flatMap((person, index) => (person.id === ownId ? [`${index + 1}ª`] : []))
  return places.length > 0 && <Text fw={700}>Nela, você é a {places.join(' e a ')} pessoa a receber.</Text>
}

function OwnWord({ proposal, ownId }: Props) {
  const accept = useAccept()
  if (proposal.people.every(({ id }) => id !== ownId)) return null
  return (
    <>
      {proposal.mine ? (
        <Text>Você já concordou com esta ordem.</Text>
      ) : (
        <div>
          <Button mih={44} disabled={accept.isPending} onClick={() => accept.mutate(proposal)}>
            {accept.isPending ? 'Assinando...' : 'Concordo com esta ordem'}
          </Button>
        </div>
      )}
      <Refused error={accept.error} otherwise="Não deu para concordar agora. Tente de novo." />
    </>
  )
}

function Withdrawal({ id }: { id: string }) {
  const withdraw = useWithdraw()
  return (
    <div>
      <Button variant="default" mih={44} disabled={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
        Retirar a proposta
      </Button>
      <Refused error={withdraw.error} otherwise="A proposta não foi retirada. Tente de novo." mt="sm" />
    </div>
  )
}
