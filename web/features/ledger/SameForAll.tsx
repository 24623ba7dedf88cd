import { Alert, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/client.ts'
import { checkpointQuery } from '#web/features/circle/api.ts'
import type { DayCheckpoint } from '#web/features/circle/api.ts'
import { OtherLedgerToday } from '#web/features/circle/OtherLedgerToday.tsx'
import { fullMomentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { PagesLine } from './PagesLine.tsx'

const Witnesses = lazyPart(async () => ({ default: (await import('./Witnesses.tsx')).Witnesses }))
const ShowToOther = lazyPart(async () => ({ default: (await import('./ShowToOther.tsx')).ShowToOther }))
const GroupNumber = lazyPart(async () => ({ default: (await import('./GroupNumber.tsx')).GroupNumber }))

/** The day's code, by which a group finds out that two members are shown two ledgers; witnesses only when asked. */
export function SameForAll() {
  const { data, error } = useQuery(checkpointQuery)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="mesmo-livro">
      <Title order={2} size="h4" id="mesmo-livro">
        O mesmo livro para todos
      </Title>
      {error && !data && (
        <Alert color="red" role="alert" mt="md">
          {failureText(error, 'Não foi possível ler o código de hoje.')}
        </Alert>
      )}
      {data && (
        <>
          <Text mt="xs" size="lg">
            Confira no grupo: <b className="day-code">{data.code}</b>
          </Text>
          <Text mt={4} maw={680}>
            Hoje este código é o mesmo para todos. Mandem no grupo: se o de alguém for outro, essa pessoa vê outro
            livro.
          </Text>
          {data.isOther && <OtherLedgerToday />}
          <PagesLine circleId={data.circle_id} />
          <Asked summary="Conferir para valer">
            <GroupNumber note={data.note} day={data.day} />
          </Asked>
          <Asked summary="De aparelho para aparelho">
            <ShowToOther />
          </Asked>
          <Asked summary="Testemunhas e código inteiro">
            <WholeCode checkpoint={data} />
          </Asked>
          <Asked summary="O que o livro não mostra">
            <NotShown />
          </Asked>
        </>
      )}
    </Paper>
  )
}

/** A part that is made once somebody opens it: what it computes or asks for is nobody else's. */
function Asked({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="ledger-asked" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}

/** The ways to cheat that no machine sees, as SECURITY.md lists them. */
function NotShown() {
  return (
    <>
      <Text mt="sm" maw={680}>
        O seu aparelho vê quando mexem no que já foi escrito. Há coisas que ele não vê:
      </Text>
      <ul className="ledger-steps">
        <li>Duas pessoas combinam e confirmam o que ninguém pagou.</li>
        <li>Um nome já chega trocado. O livro guarda cada pessoa por um código, e o nome vem do servidor.</li>
        <li>Um aviso ou e-mail diz o que não é, ou não chega.</li>
        <li>O telefone de alguém, a foto de um comprovante, a previsão, o resumo e o quadro do mês vêm do servidor.</li>
        <li>Um aparelho novo recebe páginas trocadas já na primeira visita.</li>
        <li>Quem não tem telefone, nem quem ajude, não confere nada.</li>
      </ul>
      <Text mt="sm" maw={680}>
        Por isso comparem o código no grupo. E falem com a pessoa antes de pagar o que parece estranho.
      </Text>
    </>
  )
}

function WholeCode({ checkpoint }: { checkpoint: DayCheckpoint }) {
  const { size, at, note, key, log } = checkpoint
  return (
    <>
      <Text mt="sm" maw={680}>
        O código é dos primeiros {countText(size, 'lançamento', 'lançamentos')}, de {fullMomentText(at)}. O código
        inteiro, abaixo, não se consegue repetir. Uma testemunha é uma máquina de outra pessoa, que só assina um livro
        que continua o que já assinou; este aparelho confere a assinatura, e diz quem do círculo a escolheu.
      </Text>
      <Witnesses checkpoint={checkpoint} />
      <dl className="ledger-whole">
        {[
          { name: 'Código inteiro', value: note.split('\n')[2] ?? '' },
          { name: 'Endereço para testemunhas', value: log },
          { name: 'Chave do livro', value: key },
        ].map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="ledger-hash">{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" mt="sm" mb="xs">
        Guarde o código com as assinaturas num arquivo de texto: o programa verify-ledger.mjs compara com ele qualquer
        livro posterior.
      </Text>
      <CopyButton value={note} label="Copiar" what="o código com as assinaturas" />
    </>
  )
}
