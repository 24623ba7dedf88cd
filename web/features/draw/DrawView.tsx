import './draw.css'
import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hashText } from '#web/api/hash-text.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { fullMomentText, momentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { drawsQuery, useJoinDraw, useOpenNumber } from './api.ts'
import type { Draw, Draws } from './api.ts'
import { faultOfDraw } from './check-draw.ts'
import { keptNumber } from './kept-number.ts'
import { faultOfOwnNumber, ownNumberText } from './own-number.ts'
import { joinedIn } from './progress.ts'
import { ProposedOrder } from './ProposedOrder.tsx'
import { Refused } from '#web/ui/Refused.tsx'

/** Every draw of the circle, the present one first, and how the order came about since. */
export function DrawView() {
  const { data, error, refetch } = useQuery(drawsQuery)
  const { user } = useAuth()
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o sorteio" refetch={refetch} />
  if (!data) return <LoadingRows rows={2} label="Carregando o sorteio..." />
  return (
    <Stack gap="lg">
      {data.proposal?.state !== 'open' && <OrderNote order={data.order} />}
      {data.proposal && <ProposedOrder proposal={data.proposal} ownId={user?.id ?? null} />}
      {data.data.map((draw, index) => (
        <DrawCard
          key={draw.id}
          draw={draw}
          number={data.data.length - index}
          isNewest={index === 0}
          holds={data.order.draw_id === draw.id}
        />
      ))}
    </Stack>
  )
}

/**
 * Where the order of the first queue comes from: a draw, all together, a beginning, or the administration's hand, and how often that
 * changed it since. Members may swap.
 */
function OrderNote({ order }: { order: Draws['order'] }) {
  if (order.is_agreed && order.changes === 0) return <Text>A ordem foi combinada por todos.</Text>
  if (order.is_brought_in && order.changes === 0)
    return <Text>A ordem veio com a roda, que já tinha começado: cada pessoa conferiu o seu lugar.</Text>
  if (order.draw_id === null && order.changes === 0) return <Text>Ainda não há ordem: ninguém tem lugar.</Text>
  const changes = order.changes === 1 ? '1 mudança' : `${order.changes} mudanças`
  const without = order.without_reason === 0 ? '' : `, ${order.without_reason} sem motivo escrito`
  if (order.is_agreed)
    return <Text>{`Todos combinaram a ordem. Depois a administração fez ${changes} nela${without}.`}</Text>
  if (order.is_brought_in)
    return <Text>{`A ordem veio com a roda. Depois a administração fez ${changes} nela${without}.`}</Text>
  return (
    <Text>
      {order.draw_id === null
        ? `A ordem não foi sorteada: foi feita à mão, em ${changes}${without}.`
        : order.changes === 0
          ? 'A ordem vem do sorteio.'
          : `A ordem vem do sorteio. Depois dele a administração fez ${changes} nela${without}.`}
    </Text>
  )
}

const states: Readonly<Record<Draw['phase'], string>> = {
  joining: 'Recebendo números',
  opening: 'Mostrando os números',
  due: 'Revelando o segredo',
  done: 'Terminado',
  lapsed: 'Caducou',
}

type DrawCardProps = {
  readonly draw: Draw
  readonly number: number
  readonly isNewest: boolean
  /** Whether the order of today comes from it. */
  readonly holds: boolean
}

function DrawCard({ draw, number, isNewest, holds }: DrawCardProps) {
  const joined = joinedIn(draw)
  const shown = draw.members.filter((member) => member.number !== null)
  const own = draw.members.find((member) => member.own)
  return (
    <Paper withBorder p="lg" component="section" aria-label={`Sorteio ${number}`}>
      <Title order={2} size="h4">
        {number}º sorteio: {states[draw.phase]}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Começou em {fullMomentText(draw.begun_at)}, lançamento {draw.seq} do livro.
      </Text>
      <Stack gap="sm">
        <Text>
          {joined.length} de {draw.members.length} pessoas {joined.length === 1 ? 'entrou' : 'entraram'} com um número
          {draw.phase !== 'joining' &&
            `; ${shown.length} já ${shown.length === 1 ? 'foi mostrado' : 'foram mostrados'}`}
          .
        </Text>
        <OwnNumberAlert draw={draw} />
        {isNewest && own && <OwnPart draw={draw} own={own} />}
        {draw.phase === 'lapsed' && (
          <Alert color="sol" title="Sem resultado">
            {lapseText(draw, joined.length - shown.length)}
          </Alert>
        )}
        {draw.phase === 'done' && <Outcome draw={draw} holds={holds} />}
        {draw.members.some(({ name }) => name !== null) && <Parts draw={draw} />}
        <details>
          <summary>Como este sorteio funciona</summary>
          <Text size="sm" mt="xs">
            O servidor guardou um segredo antes de tudo, e a marca dele ficou no livro. O aparelho de cada pessoa faz um
            número e guarda a marca dele no livro; só depois que ninguém mais pode entrar, os números são mostrados, e
            por último o segredo. A ordem segue de tudo isso por uma conta publicada: um só número honesto basta para
            que ninguém a tenha escolhido. Quem não entra não atrasa ninguém; o número de quem entrou tem de ser
            mostrado, senão o sorteio para e começa outro.
          </Text>
          <Text size="xs" className="draw-hash" mt="xs">
            Marca do segredo: {draw.commitment}
          </Text>
        </details>
      </Stack>
    </Paper>
  )
}

/** Said where this device's own number is not what it was. */
function OwnNumberAlert({ draw }: { draw: Draw }) {
  const fault = faultOfOwnNumber(draw)
  if (fault === null) return null
  const { title, text } = ownNumberText[fault]
  return (
    <Alert color={fault === 'gone' ? 'red' : 'sol'} role="alert" title={title}>
      {text}
    </Alert>
  )
}

function lapseText({ ended_at, open_until }: Draw, missing: number): string {
  const isOverTime = ended_at === null || ended_at >= open_until
  if (missing === 0 || !isOverTime)
    return 'O segredo não foi revelado a tempo, ou a roda já tinha começado. A ordem ficou como estava.'
  const who = missing === 1 ? '1 pessoa que tinha entrado' : `${missing} pessoas que tinham entrado`
  return `Faltou o número de ${who}: sem todos os números nenhuma ordem vale, para que ninguém possa deixar um de fora. A ordem ficou como estava, e a administração pode começar outro sorteio.`
}

type Member = Draw['members'][number]

/** The reader's own part: one press to join, and the device shows the number by itself when it is time. */
function OwnPart({ draw, own }: { draw: Draw; own: Member }) {
  const join = useJoinDraw()
  const { mutate: open, isPending: isOpening, error: openError } = useOpenNumber()
  const kept = keptNumber(draw.id, own.id)
  const mustOpen = draw.phase === 'opening' && own.commitment !== null && own.number === null && kept !== null
  const { id } = draw
  useEffect(() => {
    if (mustOpen && kept !== null) open({ draw, memberId: own.id, number: kept })
    // Once for each draw: what failed can be pressed again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mustOpen, id])
  const error = join.error ?? openError
  return (
    <>
      {draw.phase === 'joining' && own.commitment === null && (
        <>
          <Text>Entre até {momentText(draw.join_until)}. O número fica neste aparelho até a hora de mostrar.</Text>
          <div>
            <Button disabled={join.isPending} onClick={() => join.mutate({ draw, memberId: own.id })}>
              {join.isPending ? 'Entrando...' : 'Entrar com o meu número'}
            </Button>
          </div>
        </>
      )}
      {draw.phase === 'joining' && own.commitment !== null && (
        <Alert color="mata" title="Seu número está no livro">
          Volte aqui, neste mesmo aparelho, depois de {momentText(draw.join_until)}, ou assim que todos tiverem entrado.
          {own.signed === false && ' Ele entrou sem a assinatura deste aparelho.'}
          {kept === null && ' Ele foi guardado em outro aparelho: é nele que será mostrado.'}
        </Alert>
      )}
      {draw.phase === 'opening' && own.commitment === null && (
        <Text c="dimmed">O tempo de entrar acabou. O seu lugar é sorteado do mesmo jeito.</Text>
      )}
      {draw.phase === 'opening' && own.commitment !== null && own.number === null && kept === null && (
        <Alert color="sol" title="O número não está neste aparelho">
          Abra esta página até {momentText(draw.open_until)} no aparelho em que você entrou. Sem ele o sorteio para, e a
          administração começa outro.
        </Alert>
      )}
      {mustOpen && (
        <div>
          <Button disabled={isOpening} onClick={() => open({ draw, memberId: own.id, number: kept })}>
            {isOpening ? 'Mostrando...' : 'Mostrar o meu número'}
          </Button>
        </div>
      )}
      {own.number !== null && draw.phase === 'opening' && <Text>O seu número já foi mostrado.</Text>}
      <Refused error={error} otherwise="Erro no sorteio. Tente de novo." />
    </>
  )
}

/** The order, the reader's place in it, what could have been chosen, and the check on this device. */
function Outcome({ draw, holds }: Pick<DrawCardProps, 'draw' | 'holds'>) {
  const [fault, setFault] = useState<string | null | undefined>(undefined)
  const own = draw.members.find((member) => member.own)
  const places = draw.order!.flatMap((id, index) => (id === own?.id ? [`${index + 1}º`] : []))
  const joined = joinedIn(draw)
  const hidden = joined.filter((member) => member.number === null).length
  return (
    <>
      {!holds && <Text>Depois dele a ordem foi feita de outro jeito.</Text>}
      {holds && places.length > 0 && (
        <Text fw={700}>
          {places.length === 1 ? 'O seu lugar' : 'Os seus lugares'} no sorteio: {places.join(' e ')}.
        </Text>
      )}
      {holds && 3 * joined.length <= draw.members.length && (
        <Alert
          color="sol"
          title={
            joined.length === 0
              ? 'Ninguém entrou com um número'
              : `Só ${countText(joined.length, 'pessoa entrou', 'pessoas entraram')} com um número`
          }
        >
          {joined.length === 0
            ? 'Só o segredo da administração decidiu esta ordem.'
            : 'Com tão poucos números, quem guarda o segredo podia escolher a ordem.'}{' '}
          Antes da primeira contribuição, peça outro sorteio, em que mais pessoas entrem.
        </Alert>
      )}
      {hidden > 0 && <Text size="sm">{hiddenText(hidden)}</Text>}
      <div>
        <Button variant="default" onClick={() => setFault(faultOfDraw(draw, hashText))}>
          Conferir o sorteio
        </Button>
      </div>
      <div role="status">
        {fault === null && (
          <Alert color="mata" title="Confere">
            Refeito neste aparelho: o segredo e os números são os que estavam guardados, e a ordem segue deles.
          </Alert>
        )}
        {typeof fault === 'string' && (
          <Alert color="red" title="Não confere">
            {fault}
          </Alert>
        )}
      </div>
    </>
  )
}

/** The honest limit: numbers kept back are choices that somebody may have had. */
function hiddenText(hidden: number): string {
  const choices = hidden > 20 ? 'mais de um milhão de ordens' : `${(2 ** hidden).toLocaleString('pt-BR')} ordens`
  return hidden === 1
    ? `1 número não foi mostrado: quem o tivesse poderia ter escolhido entre ${choices}.`
    : `${hidden} números não foram mostrados: quem os tivesse todos poderia ter escolhido entre ${choices}.`
}

/** For the administration: each person's part, in the order drawn once there is one. */
function Parts({ draw }: { draw: Draw }) {
  const place = ({ id }: Member) => draw.order?.indexOf(id) ?? 0
  return (
    <ol className="draw-parts" aria-label="Quem está no sorteio">
      {draw.members
        .toSorted((a, b) => place(a) - place(b))
        .map((member) => (
          <li key={member.id}>
            <span className="wrap-anywhere">{member.name}</span>
            <span className="draw-part">{partText(member)}</span>
          </li>
        ))}
    </ol>
  )
}

function partText({ commitment, number, signed }: Member): string {
  if (commitment === null) return 'não entrou'
  const how = signed ? '' : ', sem assinatura do aparelho'
  return number === null ? `entrou${how}` : `número mostrado${how}`
}
