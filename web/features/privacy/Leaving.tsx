import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { resultQuery } from '#web/features/circle/api.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { leavingQuery, useErase, useLeave } from './api.ts'
import type { Leaving as LeavingNow } from './api.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { say } from '#web/text/say.ts'
import { consequences, blockers, lackingIn } from './privacy-text.ts'

type Props = {
  /** Only approved members can leave the circle and stay registered. */
  readonly isApproved: boolean
  /** Shows the page that says what was erased. */
  readonly showErased: () => Promise<void>
}

/** Leaving the circle and erasing the account: the consequences, what blocks them, and the buttons. */
export function Leaving({ isApproved, showErased }: Props) {
  const { data, error, refetch } = useQuery(leavingQuery)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="sair" className="privacy-leaving">
      <Title order={2} size="h4" id="sair" mb="xs">
        Sair e apagar os meus dados
      </Title>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar o que sair faria" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={2} label="Carregando..." />}
      {data && <LeavingPreview leaving={data} isApproved={isApproved} showErased={showErased} />}
    </Paper>
  )
}

function LeavingPreview({ leaving, isApproved, showErased }: Props & { leaving: LeavingNow }) {
  const [asking, setAsking] = useState<'leave' | 'erase' | null>(null)
  const leave = useLeave()
  const erase = useErase(showErased)
  const canLeave = isApproved && !leaving.left && leaving.can_leave
  const close = () => {
    setAsking(null)
    leave.reset()
    erase.reset()
  }
  return (
    <>
      {leaving.left && <Text fw={600}>Você já saiu do círculo. A conta continua até que tudo esteja acertado.</Text>}
      <Effects leaving={leaving} />
      {!leaving.can_erase && <Blockers leaving={leaving} />}
      <Group gap="sm" mt="md">
        {leaving.can_erase && (
          <Button variant="outline" color="red" mih={44} onClick={() => setAsking('erase')}>
            Apagar os meus dados...
          </Button>
        )}
        {canLeave && (
          <Button variant="default" mih={44} onClick={() => setAsking('leave')}>
            Só sair do círculo...
          </Button>
        )}
      </Group>
      {asking === 'erase' && (
        <LeaveDialog
          title="Apagar os meus dados"
          word="APAGAR"
          action="Apagar para sempre"
          busy="Apagando..."
          work={erase}
          onSubmit={(password) => erase.mutate(password)}
          onClose={close}
          fallback="Não foi possível apagar os seus dados. Nada mudou."
        >
          Cadastro, imagens, comprovantes e mensagens são apagados agora, e ninguém os traz de volta. Para participar de
          novo seria preciso um cadastro novo.
        </LeaveDialog>
      )}
      {asking === 'leave' && (
        <LeaveDialog
          title="Sair do círculo"
          word="SAIR"
          action="Sair do círculo"
          busy="Saindo..."
          work={leave}
          onSubmit={(password) => leave.mutate(password, { onSuccess: close })}
          onClose={close}
          fallback="Não foi possível sair. Nada mudou."
        >
          {leaving.open.settlements.count > 0
            ? `Você deixa os seus lugares, e fica devendo ${moneyText(leaving.open.settlements.amount)}.`
            : 'Você deixa os seus lugares e o que ainda não pagou.'}{' '}
          A conta e os dados ficam, e você pode apagá-los depois.
        </LeaveDialog>
      )}
    </>
  )
}

function Effects({ leaving }: { leaving: LeavingNow }) {
  const { data: result } = useQuery(resultQuery)
  const unreturned = Math.max(leaving.unreturned, lackingIn(result))
  const effects = leaving.left ? [] : consequences({ ...leaving, unreturned })
  return (
    <>
      {effects.length > 0 && (
        <>
          <Text>Se você sair agora:</Text>
          <ul className="privacy-effects" aria-label="O que sair faz agora">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      )}
      <Text mt={effects.length > 0 ? 'xs' : 0} maw={680}>
        Apagar tira daqui tudo o que diz quem você é, e não se desfaz. O livro do círculo fica, com números e valores e
        sem o seu nome, para que os outros continuem a conferir as contas.
      </Text>
    </>
  )
}

function Blockers({ leaving }: { leaving: LeavingNow }) {
  return (
    <div className="privacy-way">
      <Text fw={600}>
        {leaving.can_leave ? 'Antes de apagar' : 'Antes de sair ou de apagar'} é preciso acertar o que envolve outras
        pessoas:
      </Text>
      <ul className="privacy-effects" aria-label="O que falta acertar">
        {blockers(leaving).map(({ text, to }) => (
          <li key={text}>
            {text}{' '}
            {to && (
              <Anchor component={Link} to={to}>
                {to === '/reports' ? say('Ver reports') : 'Ver doações'}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
