import { once } from '#circle/once.ts'
import './simulation.css'
import { Alert, Button, Group, NativeSelect, Progress, Stack, Text, TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { Plan } from '#circle/plan.ts'
import { SIMULATION_LIMITS } from '#circle/simulation/settings.ts'
import type { PlanOutcome } from '#contracts/simulation.ts'
import { Bars } from '#web/features/circle/Outcome.tsx'
import { outcomeRowsOf, outcomeSentence } from '#web/features/circle/outcome.ts'
import { endOf } from '#web/features/circle/roda-outcome.ts'
import { countText } from '#web/text/numbers.ts'
import type { SimulationResult, Quantiles } from './messages.ts'
import { differences, parseSettings, valuesOf } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { useSimulation } from './useSimulation.ts'
import type { SimulationState } from './useSimulation.ts'

type Props = { readonly plan: Plan; readonly outcome: PlanOutcome }

/**
 * Repeats the simulation on the reader's own device, so that the shown figures need not be believed, and runs others
 * on request.
 */
export function LocalSimulation({ plan, outcome }: Props) {
  const check = useSimulation()
  const own = useSimulation()
  const end = endOf(outcome)
  const [typed, setTyped] = useState<FormValues>(() => valuesOf(outcome, end))
  const [fault, setFault] = useState<string | null>(null)
  const title = useId()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const read = parseSettings(plan, typed, end)
    setFault('fault' in read ? read.fault : null)
    if ('fault' in read) return own.stop()
    return own.simulate({ kind: 'futures', ...read })
  }
  return (
    <Stack gap="md" component="section" aria-labelledby={title}>
      <div>
        <Title order={2} size="h4" id={title}>
          Faça esta conta no seu aparelho
        </Title>
        <Text mt={4}>
          As regras do círculo vieram com esta página. O seu aparelho vive com elas mês a mês, sem perguntar nada ao
          servidor. A mesma semente dá sempre o mesmo resultado, aqui e em qualquer outro aparelho.
        </Text>
      </div>
      <div>
        <Button
          mih={44}
          variant="light"
          onClick={() => check.simulate({ kind: 'outcome', plan, members: outcome.members })}
        >
          Conferir os números mostrados
        </Button>
      </div>
      <Running state={check.state} onStop={check.stop} label="Conferindo" />
      <div role="status">
        {check.state.at === 'done' && check.state.found.kind === 'outcome' && (
          <Checked found={check.state.found} tookMs={check.state.tookMs} shown={outcome} />
        )}
      </div>
      <form onSubmit={submit} noValidate>
        <Text fw={600} mb={8}>
          Ou com as suas perguntas
        </Text>
        <Fields
          typed={typed}
          hasLevels={plan.levels.length > 1}
          monthsMax={end ?? SIMULATION_LIMITS.months.max}
          onChange={setTyped}
        />
        <Button type="submit" mih={44} mt="md">
          Simular
        </Button>
      </form>
      {fault && (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      <Running state={own.state} onStop={own.stop} label="Simulando" />
      <div role="status">
        {own.state.at === 'done' && own.state.ask.kind === 'futures' && own.state.found.kind === 'futures' && (
          <Futures
            readings={own.state.found}
            futures={own.state.ask.futures}
            settings={own.state.ask.settings}
            isBalanced={outcome.plan.balanced}
            tookMs={own.state.tookMs}
          />
        )}
      </div>
    </Stack>
  )
}

const fields = [
  { name: 'members', label: 'Pessoas', hint: 'de 2 a 100' },
  { name: 'months', label: 'Meses', hint: (most: number) => `de 1 a ${most}` },
  { name: 'missed', label: 'Contribuições não pagas, em %', hint: 'de 0 a 100' },
  { name: 'accepted', label: 'Avanços de nível aceitos, em %', hint: 'de 0 a 100' },
  { name: 'seed', label: 'Semente do acaso', hint: 'um número qualquer' },
] as const

const futuresChoices = ['1', '200', '1000'].map((value) => ({
  value,
  label: countText(Number(value), 'futuro', 'futuros'),
}))

type FieldsProps = {
  readonly typed: FormValues
  /** With one level there is nothing to go up to, and nothing to ask about it. */
  readonly hasLevels: boolean
  /** A roda is asked about until its end. */
  readonly monthsMax: number
  readonly onChange: (typed: FormValues) => void
}

function Fields({ typed, hasLevels, monthsMax, onChange }: FieldsProps) {
  const asked = fields.filter(({ name }) => hasLevels || name !== 'accepted')
  return (
    <div className="own-simulation-fields">
      {asked.map(({ name, label, hint }) => (
        <TextInput
          key={name}
          label={label}
          description={typeof hint === 'string' ? hint : hint(monthsMax)}
          inputMode="numeric"
          maxLength={16}
          value={typed[name]}
          onChange={(event) => onChange({ ...typed, [name]: event.currentTarget.value })}
        />
      ))}
      <NativeSelect
        label="Quantos futuros"
        description="com vários, a mediana deles"
        data={futuresChoices}
        value={typed.futures}
        onChange={(event) => onChange({ ...typed, futures: event.currentTarget.value })}
      />
    </div>
  )
}

function Running({ state, onStop, label }: { state: SimulationState; onStop: () => void; label: string }) {
  if (state.at === 'failed') {
    return (
      <Alert color="red" role="alert">
        Este navegador não conseguiu simular. Atualize-o ou tente em outro aparelho.
      </Alert>
    )
  }
  if (state.at !== 'work') return null
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={(100 * state.done) / state.total} aria-label={label} flex={1} />
      <Button variant="subtle" mih={44} onClick={onStop}>
        Parar
      </Button>
    </Group>
  )
}

const seconds = once(() => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 }))

function tookText(tookMs: number): string {
  return `${seconds().format(Math.max(tookMs / 1000, 0.1))} s`
}

function Checked({
  found,
  tookMs,
  shown,
}: {
  found: Extract<SimulationResult, { kind: 'outcome' }>
  tookMs: number
  shown: PlanOutcome
}) {
  const count = differences(shown, found)
  if (count === 0) {
    return (
      <Alert color="mata" title="✓ São os mesmos números">
        O seu aparelho viveu {countText(shown.futures * 3)} futuros em {tookText(tookMs)} e chegou a cada número
        mostrado.
      </Alert>
    )
  }
  return (
    <Alert color="red" role="alert" title="✗ Os números mostrados são outros">
      {countText(count, 'número mostrado não é', 'números mostrados não são')} o que o seu aparelho calculou com as
      regras e o plano deste círculo. Pergunte à administração antes de doar.
    </Alert>
  )
}

type FuturesProps = {
  readonly readings: Quantiles
  readonly futures: number
  readonly settings: { readonly members: number; readonly accepted: number; readonly seed: number }
  readonly isBalanced: boolean
  readonly tookMs: number
}

function Futures({
  readings: { median, low, high },
  futures,
  settings: { members, accepted, seed },
  isBalanced,
  tookMs,
}: FuturesProps) {
  return (
    <div className="outcome">
      <Text fw={600}>{outcomeSentence({ members, plan: { balanced: isBalanced } }, median)}</Text>
      <Bars points={[median]} members={members} />
      <table className="own-simulation-numbers">
        <thead>
          <tr>
            <th scope="col">Em {countText(median.months, 'mês', 'meses')}</th>
            <th scope="col">{futures === 1 ? 'Neste futuro' : 'Mediana'}</th>
            {futures > 1 && <th scope="col">Em 9 de 10 futuros</th>}
          </tr>
        </thead>
        <tbody>
          {outcomeRowsOf(median.completed.length).map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text(median)}</td>
              {futures > 1 && (
                <td>
                  {text(low)} a {text(high)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed">
        {countText(futures, 'futuro', 'futuros')} em {tookText(tookMs)}, semente {seed}.
        {median.completed.length > 1 && ` Avanços de nível aceitos: ${Math.round(accepted * 100)}%.`}
      </Text>
    </div>
  )
}
