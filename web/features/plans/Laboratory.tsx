import './plans.css'
import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { canonicalJson } from '#circle/ledger/entry.ts'
import { LEVELS, presets } from '#circle/plan.ts'
import { planFormOf, planOf } from '#contracts/plans.ts'
import type { PlanForm } from '#contracts/plans.ts'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { outcomeQuery as toldOutcomeQuery } from '#web/features/circle/api.ts'
import { Outcome } from '#web/features/circle/Outcome.tsx'
import { LocalSimulation } from '#web/features/circle/simulation/LocalSimulation.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { outcomeQuery, presentQuery, useChangePlan } from './api.ts'
import { CreateDialog } from './CreateDialog.tsx'
import { countText } from '#web/text/numbers.ts'
import { draftOf, checkPlan, forPeople, withOneLess, withOneMore } from './draft.ts'
import { parseReais } from '#web/text/reais.ts'
import type { PlanCheckResult, LevelDraft, PlanDraft } from './draft.ts'
import { LevelEditor } from './LevelEditor.tsx'
import { PlanCheck } from './PlanCheck.tsx'
import { Refused } from '#web/ui/Refused.tsx'

const SIMULATE_AFTER_MS = 600

/**
 * Changes a copy of a plan and shows what it would do beside what the circle's own does; a new circle can be made of
 * it.
 */
export default function Laboratory({ people, onCreated }: { people?: number | undefined; onCreated: () => void }) {
  const { data, error, refetch } = useQuery(presentQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o plano do círculo" refetch={refetch} />
  if (!data) return <LoadingRows rows={3} label="Carregando o laboratório..." />
  return (
    <Bench
      key={`${data.circle.id} ${people}`}
      present={data.plan}
      people={data.in_use ? undefined : people}
      isOpen={!data.in_use}
      onCreated={onCreated}
    />
  )
}

type BenchProps = {
  readonly present: PlanForm
  /** For how many people the circle's own plan is to be changed, where that is why one came here. */
  readonly people: number | undefined
  readonly isOpen: boolean
  readonly onCreated: () => void
}

function Bench({ present, people, isOpen, onCreated }: BenchProps) {
  const [draft, setDraft] = useState(() => draftOf(people === undefined ? present : forPeople(present, people)))
  const [isCreating, setCreating] = useState(false)
  const check = checkPlan(draft)
  return (
    <Stack gap="lg">
      <Text>
        Mude uma cópia do plano e veja o que ela faria com {people ?? 'cem'} pessoas, ao lado do que o plano deste
        círculo faz. Nada muda em nenhum círculo até você mandar.
      </Text>
      {people !== undefined && (
        <Text fw={600}>
          A cópia está pronta para {countText(people, 'pessoa', 'pessoas')}: confira e escolha “Usar neste círculo”.
          Cada pessoa aceita o plano novo antes da primeira contribuição.
        </Text>
      )}
      <Paper withBorder p="lg" component="section" aria-labelledby="copy">
        <Title order={2} size="h4" id="copy" mb="sm">
          A cópia
        </Title>
        <Editor draft={draft} present={present} onChange={setDraft} />
      </Paper>
      <PlanCheck check={check} />
      <Acting>
        <Actions
          check={check}
          isOpen={isOpen}
          people={people}
          isSame={people === undefined && isSame(check.plan, present)}
          onCreate={() => setCreating(true)}
        />
      </Acting>
      <Comparison present={present} copy={check.plan} members={people} />
      {isCreating && check.plan && (
        <CreateDialog
          plan={check.plan}
          isBalanced={check.isBalanced}
          onClose={() => setCreating(false)}
          onCreated={onCreated}
        />
      )}
    </Stack>
  )
}

const origins = [
  { value: '', label: 'Plano deste círculo' },
  ...Object.keys(presets).map((name) => ({ value: name, label: `Modelo “${name}”` })),
]

function Editor({
  draft,
  present,
  onChange,
}: {
  draft: PlanDraft
  present: PlanForm
  onChange: (draft: PlanDraft) => void
}) {
  const [origin, setOrigin] = useState('')
  const donations = draft.levels.map(({ donation }) => parseReais(donation))
  const copy = (from: string) => {
    setOrigin(from)
    onChange(draftOf(from in presets ? planFormOf(presets[from as keyof typeof presets]) : present))
  }
  const changeLevel = (index: number, level: LevelDraft) => {
    const [first, ...rest] = draft.levels.map((own, at) => (at === index ? level : own))
    onChange({ ...draft, levels: [first!, ...rest] })
  }
  return (
    <Stack>
      <div className="lab-head">
        <NativeSelect
          label="Começar de"
          data={origins}
          value={origin}
          onChange={(event) => copy(event.currentTarget.value)}
        />
        <TextInput
          label="Nome do plano"
          maxLength={40}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label="Prazo, em dias"
          inputMode="numeric"
          value={draft.deadlineDays}
          onChange={(event) => onChange({ ...draft, deadlineDays: event.currentTarget.value })}
        />
        <Button variant="default" onClick={() => copy(origin)}>
          Desfazer mudanças
        </Button>
      </div>
      <div className="lab-levels">
        {draft.levels.map((level, index) => (
          <LevelEditor
            key={index}
            number={index + 1}
            level={level}
            donations={donations}
            onChange={(changed) => changeLevel(index, changed)}
          />
        ))}
      </div>
      <Group gap="sm">
        {draft.levels.length < LEVELS.length && (
          <Button variant="default" onClick={() => onChange(withOneMore(draft))}>
            Acrescentar o nível {draft.levels.length + 1}
          </Button>
        )}
        {draft.levels.length > 1 && (
          <Button variant="subtle" color="red" onClick={() => onChange(withOneLess(draft))}>
            Tirar o nível {draft.levels.length}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Whether two plans say the same, whatever order their facts stand in. */
function isSame(one: PlanForm | null, other: PlanForm | null): boolean {
  return canonicalJson(one) === canonicalJson(other)
}

function Actions({
  check,
  people,
  isOpen,
  isSame: isPresent,
  onCreate,
}: {
  check: PlanCheckResult
  people: number | undefined
  isOpen: boolean
  isSame: boolean
  onCreate: () => void
}) {
  const { mutate, isPending, error, isSuccess, data } = useChangePlan()
  const { plan } = check
  return (
    <div>
      <Group gap="sm">
        <Button onClick={onCreate} variant={people === undefined ? 'filled' : 'default'} disabled={plan === null}>
          Criar um círculo com este plano
        </Button>
        {isOpen && (
          <Button
            variant={people === undefined ? 'default' : 'filled'}
            disabled={plan === null || isPresent || isPending}
            onClick={() => plan && mutate({ ...plan, people })}
          >
            {isPending ? 'Mudando...' : 'Usar neste círculo'}
          </Button>
        )}
      </Group>
      {isOpen && plan !== null && !isPresent && !data?.approval && <ApprovalNote />}
      {data?.approval && <Proposed approval={data.approval} />}
      {isSuccess && !data.approval && isPresent && (
        <Text size="sm" mt="xs" role="status">
          O plano deste círculo agora é este.
        </Text>
      )}
      <Refused error={error} otherwise="Não foi possível mudar o plano." mt="xs" />
    </div>
  )
}

function Comparison({
  present,
  copy,
  members,
}: {
  present: PlanForm
  copy: PlanForm | null
  members: number | undefined
}) {
  // The simulation is requested when typing pauses, not at every letter.
  const [settled] = useDebouncedValue(copy, SIMULATE_AFTER_MS)
  // Beside a plan for the people that came stands the present one for those whom it was shown for.
  const { data: told } = useQuery({ ...toldOutcomeQuery, enabled: members !== undefined })
  const own = useQuery(
    members === undefined ? outcomeQuery(present) : outcomeQuery(told ? present : null, told?.members),
  )
  const other = useQuery(outcomeQuery(settled, members))
  const isChanged = members !== undefined || !isSame(copy, present)
  const isStale = !isSame(settled, copy)
  const shown = isChanged ? other.data : own.data
  const plan = isChanged ? copy : present
  return (
    <>
      <div className="lab-pair">
        <Side title="O que o plano deste círculo faz" query={own} isStale={false} />
        {isChanged ? (
          <Side title="O que a cópia faria" query={other} isStale={isStale} />
        ) : (
          <Paper withBorder p="lg">
            <Text c="dimmed">Mude a cópia, ou comece de outro modelo, para ver aqui o que ela faria.</Text>
          </Paper>
        )}
      </div>
      {plan && shown && !isStale && (
        <Paper withBorder p="lg" key={canonicalJson(plan)}>
          <LocalSimulation plan={planOf(plan)} outcome={shown} />
        </Paper>
      )}
    </>
  )
}

type Asked = {
  readonly data: Parameters<typeof Outcome>[0]['outcome'] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Never shows figures of another copy than the one being typed. */
function Side({ title, query: { data, error, refetch }, isStale }: { title: string; query: Asked; isStale: boolean }) {
  return (
    <Paper withBorder p="lg" component="section" aria-label={title} aria-busy={isStale}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {error && !isStale && <Unread error={error} otherwise="Não foi possível simular o plano" refetch={refetch} />}
      {(isStale || (!data && !error)) && <LoadingRows rows={3} label="Simulando..." />}
      {data && !isStale && <Outcome outcome={data} label={title} />}
    </Paper>
  )
}
