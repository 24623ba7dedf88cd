import './settings.css'
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { circlesQuery, useOpenCircle, useSelectCircle } from './api.ts'
import type { CircleSummary } from './api.ts'

/** The installation's circles: which one is on screen, which one takes registrations, and those that ended. */
export function CircleList({ onCreate }: { onCreate: () => void }) {
  const { data, error, refetch } = useQuery(circlesQuery)
  const show = useSelectCircle()
  const open = useOpenCircle()
  const [showsEnded, setShowsEnded] = useState(false)
  const failed = show.error ?? open.error
  const isBusy = show.isPending || open.isPending
  const live = data?.filter(({ ended_at }) => ended_at === null) ?? []
  const ended = data?.filter(({ ended_at }) => ended_at !== null) ?? []
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="circles">
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Title order={2} size="h4" id="circles">
            Círculos
          </Title>
          <Text size="sm" c="dimmed">
            Cada círculo tem seu plano, suas pessoas e seu livro. Nada de um aparece no outro.
          </Text>
        </div>
        <Acting>
          <Button variant="default" onClick={onCreate}>
            Criar círculo
          </Button>
        </Acting>
      </Group>
      {error && !data && (
        <ErrorState message={failureText(error, 'Erro ao carregar os círculos')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingRows rows={2} label="Carregando círculos..." />}
      {failed && (
        <Alert color="red" role="alert" mb="sm">
          {failureText(failed, 'Não foi possível mudar o círculo.')}
        </Alert>
      )}
      <ul className="circle-list">
        {live.map((circle) => (
          <CircleRow key={circle.id} circle={circle}>
            {!circle.is_current && (
              <Button
                size="xs"
                mih={36}
                variant="light"
                disabled={isBusy}
                onClick={() => show.mutate(circle.id)}
                aria-label={`Mostrar na tela: ${circle.name}`}
              >
                Mostrar na tela
              </Button>
            )}
            {!circle.open_for_registration && (
              <Acting>
                <Button
                  size="xs"
                  mih={36}
                  variant="default"
                  disabled={isBusy}
                  onClick={() => open.mutate(circle.id)}
                  aria-label={`Receber cadastros em: ${circle.name}`}
                >
                  Receber cadastros aqui
                </Button>
              </Acting>
            )}
          </CircleRow>
        ))}
      </ul>
      {ended.length > 0 && (
        <Stack gap="xs" mt="sm" align="start">
          <Button
            size="xs"
            variant="subtle"
            mih={36}
            onClick={() => setShowsEnded(!showsEnded)}
            aria-expanded={showsEnded}
          >
            {showsEnded ? 'Esconder' : 'Ver'} {ended.length === 1 ? 'o recomeçado' : `os ${ended.length} recomeçados`}
          </Button>
          {showsEnded && (
            <ul className="circle-list">
              {ended.map((circle) => (
                <CircleRow key={circle.id} circle={circle} />
              ))}
            </ul>
          )}
        </Stack>
      )}
    </Paper>
  )
}

function CircleRow({ circle, children }: { circle: CircleSummary; children?: React.ReactNode }) {
  const { name, mode, plan, members, waiting, places, created_at, ended_at, is_current, open_for_registration } = circle
  return (
    <li aria-label={name} data-shown={is_current || undefined}>
      <div className="circle-row-text">
        <b>{name}</b>
        <span className="circle-marks">
          <StatusMark tone={mode === 'real' ? 'done' : 'wait'}>{mode === 'real' ? 'Real' : 'Demonstração'}</StatusMark>
          {is_current && <StatusMark tone="over">Na tela</StatusMark>}
          {open_for_registration && <StatusMark tone="look">Recebe cadastros</StatusMark>}
        </span>
        <small>
          Plano “{plan.name}”, {plan.balanced ? 'equilibrado' : 'não equilibrado'} ·{' '}
          {members === 1 ? '1 participante' : `${members} participantes`}
          {waiting > 0 && `, ${waiting} esperando aprovação`} · {places} de 100 lugares ·{' '}
          {ended_at ? `recomeçado em ${dayText(ended_at)}` : `desde ${dayText(created_at)}`}
        </small>
      </div>
      <Group gap="xs">{children}</Group>
    </li>
  )
}
