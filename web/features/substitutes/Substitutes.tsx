import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { dayText, momentText } from '#web/text/dates.ts'
import type { NameOf } from '#web/text/name-of.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { accepting, useSubstitute } from './api.ts'
import type { SubstituteAsk, Substitutes } from './api.ts'
import { settlementText, stillText, sumsText } from './settlement.ts'

type Does = ReturnType<typeof useSubstitute>
type Props = { readonly found: Substitutes; readonly memberId: string; readonly nameOf: NameOf }

/** A place goes from who leaves to who comes: one asks, the other says yes or no, and a third person decides. */
export function SubstituteParts({ found, memberId, nameOf }: Props) {
  const does = useSubstitute()
  const { place, asks, done } = found
  const said = does.isSuccess ? does.variables.does : null
  // That it was asked or accepted is said until the next of the three has acted.
  const isSaid = said === 'end' || asks.some(({ accepted }) => accepted === (said === 'accept'))
  return (
    <Stack>
      <Refused
        error={does.error}
        otherwise="O pedido não foi feito"
        gone="Este pedido já não vale: foi decidido ou retirado. Abaixo está o que vale agora."
      />
      <Text role="status" size="sm">
        {said !== null && isSaid && doneText[said]}
      </Text>
      {asks.map((ask) => (
        <Asked key={ask.id} ask={ask} isMine={ask.member_id === memberId} does={does} nameOf={nameOf} />
      ))}
      {done.map((one) => (
        <HandedOver key={one.id} one={one} isMine={one.member_id === memberId} />
      ))}
      {place && asks.length === 0 && (
        <AskForm found={found} place={place} memberId={memberId} does={does} nameOf={nameOf} />
      )}
      {!place && asks.length === 0 && done.length === 0 && <OwnCode code={`Pessoa ${memberId.slice(-6)}`} />}
    </Stack>
  )
}

const doneText = {
  ask: 'Pedido feito. Quem vem foi avisado, e nada muda sem o sim dessa pessoa.',
  accept: 'Aceito. Agora falta a decisão da administração.',
  end: 'O pedido não vale mais.',
} as const

type AskedProps = {
  readonly ask: SubstituteAsk
  readonly isMine: boolean
  readonly does: Does
  readonly nameOf: NameOf
}

function Asked({ ask, isMine, does, nameOf }: AskedProps) {
  const newcomer = ask.newcomer_name ?? nameOf(ask.newcomer_id)
  const mayAccept = !isMine && !ask.accepted && ask.why_not === null
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="article"
      aria-label={isMine ? `Pedido a ${newcomer}` : `Pedido de ${ask.name}`}
    >
      <Stack gap="xs">
        <Text className="wrap-anywhere">
          <b>
            {isMine
              ? `Você quer passar ${ask.places > 1 ? `os seus ${ask.places} lugares` : 'o seu lugar'} a ${newcomer}.`
              : `${ask.name} quer passar ${ask.places > 1 ? `${ask.places} lugares` : 'o lugar'} a você.`}
          </b>{' '}
          {sumsText(ask, ask.places)} {settlementText(ask, isMine ? 'leaver' : 'newcomer')}
        </Text>
        {mayAccept && (
          <Text size="sm">
            {ask.still && stillText(ask.still, ask.places)} Com o lugar vêm o que ele deve e o que tem a receber: as
            doações em aberto ficam com o mesmo prazo. As que chegam a ele passam a mostrar a sua chave.
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {ask.why_not
            ? `Agora não pode ser feito. ${ask.why_not}`
            : ask.accepted
              ? 'Falta a decisão da administração: de duas pessoas, se os outros podem perder com isso.'
              : isMine && 'Falta o sim de quem vem.'}{' '}
          Vale até {momentText(ask.until)}, enquanto essas somas forem as do lugar.
        </Text>
        <Group gap="xs">
          {mayAccept && (
            <Button mih={44} disabled={does.isPending} onClick={() => does.mutate(accepting(ask))}>
              {ask.places > 1 ? 'Ficar com os lugares' : 'Ficar com o lugar'}
            </Button>
          )}
          <Button
            mih={44}
            variant="default"
            disabled={does.isPending}
            onClick={() => does.mutate({ does: 'end', id: ask.id })}
          >
            {isMine ? 'Retirar o pedido' : ask.accepted ? 'Desistir' : 'Não quero'}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function HandedOver({ one, isMine }: { one: Substitutes['done'][number]; isMine: boolean }) {
  return (
    <Paper withBorder p="md" radius="md" component="article" aria-label="Lugar passado">
      <Stack gap="xs">
        <Text className="wrap-anywhere">
          <b>{isMine ? `Você passou o seu lugar a ${one.newcomer_name}` : `${one.name} passou o lugar a você`}</b>, em{' '}
          {dayText(one.at)}. {sumsText(one)} {settlementText(one, isMine ? 'leaver' : 'newcomer')}
        </Text>
        <PaperButtons path={`/substitutes/${one.id}/paper`} query={{}}>
          Baixar o papel (PDF)
        </PaperButtons>
      </Stack>
    </Paper>
  )
}

/** A newcomer is known to the roda by nothing else yet. */
function OwnCode({ code }: { code: string }) {
  return (
    <EmptyState title={`O seu código: ${code}`}>
      Diga o código a quem vai passar o lugar a você. Quando essa pessoa pedir, o pedido aparece aqui e você é avisado.
    </EmptyState>
  )
}

const waitsText = {
  receipt: (name: string | null) =>
    `Um comprovante que você enviou espera resposta. Espere até que ${name ?? 'quem recebe'} confirme.`,
  own_receipt: () => 'Um comprovante espera a sua resposta, em Doações. Responda antes de passar o lugar.',
  part: () => 'Uma doação deste lugar foi paga em parte. Espere até que o resto seja pago e confirmado.',
  case: () => 'Uma doação deste lugar tem um problema, ou um comprovante recusado. Espere até que ela termine.',
} as const

type FormProps = Props & { readonly place: NonNullable<Substitutes['place']>; readonly does: Does }

function AskForm({ found: { people, waits }, place, memberId, does, nameOf }: FormProps) {
  const [chosen, setChosen] = useState('')
  const newcomer = people.find(({ member_id: id }) => id === chosen)
  const { given, received } = place
  if (waits)
    return (
      <Alert color="yellow" title="Agora ainda não">
        {waitsText[waits.why](waits.name)}
      </Alert>
    )
  if (people.length === 0)
    return (
      <EmptyState title="Ninguém pode vir ainda">
        Quem vem se cadastra por um convite da roda e é aprovado pela administração. Depois disso aparece aqui.
      </EmptyState>
    )
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-labelledby="passar">
      <Stack>
        <Title order={2} size="h4" id="passar">
          {place.places > 1 ? `Os seus ${place.places} lugares` : `O lugar ${place.position}, que é seu`}
        </Title>
        <Text>
          {sumsText(place, place.places)} <b>{settlementText(place, 'leaver')}</b>
        </Text>
        <NativeSelect
          label="Quem vem"
          description="Pergunte o código a essa pessoa: ela o vê nesta mesma página."
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: 'Escolha' },
            ...people.map(({ member_id: id }) => ({ value: id, label: nameOf(id) })),
          ]}
        />
        <Button
          mih={44}
          disabled={!newcomer || does.isPending}
          onClick={() =>
            newcomer && does.mutate({ does: 'ask', memberId, newcomerId: newcomer.member_id, given, received })
          }
        >
          {does.isPending ? 'Pedindo...' : newcomer ? `Pedir a ${nameOf(newcomer.member_id)}` : 'Pedir'}
        </Button>
        <Text size="sm" c="dimmed">
          Quando a administração decidir, você terá saído da roda. O livro, os papéis e os seus dados continuam abertos
          para você.
        </Text>
      </Stack>
    </Paper>
  )
}
