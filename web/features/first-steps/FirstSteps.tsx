import { Button, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { firstStepsQuery } from './api.ts'
import type { FirstSteps } from './api.ts'
import { leftText, stepText } from './step-text.ts'
import './first-steps.css'
import { FirstQuestion } from './FirstQuestion.tsx'

const PUT_AWAY = 'first-steps-put-away'

/**
 * The head of the dashboard until a real circle has all it needs: what this installation is to be, or what is left. Nothing in a
 * demonstration, and nothing once all is done and it was put away.
 */
export function FirstStepsCard({ isAlone = false }: { isAlone?: boolean }) {
  const { data } = useQuery(firstStepsQuery)
  const [isAway, setAway] = useState(() => localStorage.getItem(PUT_AWAY))
  if (!data) return null
  if (data.is_open) return <FirstQuestion hidden={data.hidden_circle} isAlone={isAlone} />
  if (!data.circle) return null
  const isDone = data.steps.every(({ done }) => done)
  if (isDone && isAway === data.circle.id) return null
  const putAway = () => {
    localStorage.setItem(PUT_AWAY, data.circle!.id)
    setAway(data.circle!.id)
  }
  return (
    <Acting>
      <Paper withBorder p="md" component="section" aria-labelledby="first-steps">
        <div className="first-steps-head">
          <Title order={2} size="h4" id="first-steps" className="wrap-anywhere">
            {`${data.circle.name} · ${leftText(data)}`}
          </Title>
          {isDone ? (
            <Button variant="default" size="xs" mih={44} onClick={putAway}>
              Guardar esta lista
            </Button>
          ) : (
            <Link to="/admin/first-steps">Passo a passo</Link>
          )}
        </div>
        <OtherCircle circle={data.circle} />
        <ol className="first-steps" data-compact>
          {data.steps.map(({ id, done }) => (
            <Step key={id} id={id} done={done} steps={data} />
          ))}
        </ol>
      </Paper>
    </Acting>
  )
}

/** All the steps with what each is for, on a page of their own. */
export function FirstStepsList() {
  const { data, error, refetch } = useQuery(firstStepsQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar os passos" refetch={refetch} />
  if (!data) return <LoadingRows rows={6} label="Carregando os passos..." />
  return (
    <Paper withBorder p="lg" component="section" aria-label="Passo a passo">
      <Text fw={600}>{leftText(data)}</Text>
      <OtherCircle circle={data.circle} />
      <ol className="first-steps">
        {data.steps.map(({ id, done }) => (
          <Step key={id} id={id} done={done} steps={data} isFull />
        ))}
      </ol>
    </Paper>
  )
}

/** The way from a demonstration to a real circle; nothing where there is one. */
export function RealCircleLink() {
  const { data } = useQuery(firstStepsQuery)
  if (!data || data.is_open || data.circle) return null
  return (
    <Acting>
      <Text size="sm">
        Isto é uma demonstração. <Link to="/admin/first-steps">Começar uma roda de verdade</Link>
      </Text>
    </Acting>
  )
}

type StepProps = { id: FirstSteps['steps'][number]['id']; done: boolean; steps: FirstSteps; isFull?: boolean }

function Step({ id, done, steps, isFull = false }: StepProps) {
  const { title, text, open, place } = stepText(id, steps)
  return (
    <li data-done={done || undefined}>
      <span className="first-steps-mark" aria-hidden="true">
        {done ? '✓' : ''}
      </span>
      <div>
        <b>{title}</b> <span className="first-steps-state">{done ? 'feito' : 'a fazer'}</span>
        {isFull && <p>{text}</p>}
      </div>
      <Link to={place.to} search={(place.search ?? {}) as never} {...(place.hash ? { hash: place.hash } : {})}>
        {open}
      </Link>
    </li>
  )
}

function OtherCircle({ circle }: Pick<FirstSteps, 'circle'>) {
  if (!circle || circle.is_current) return null
  return (
    <Text size="sm" mt={4} className="wrap-anywhere">
      {`Na tela está outro círculo. Escolha ${circle.name} em `}
      <Link to="/admin/settings">{say('Configurações')}</Link>.
    </Text>
  )
}
