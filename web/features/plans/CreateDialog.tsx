import { Alert, Button, Checkbox, Modal, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { periodOf } from '#circle/period.ts'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import type { PlanForm } from '#contracts/plans.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { emptyOperator, isBlank, OperatorFields } from '#web/features/circle/OperatorFields.tsx'
import { Stopping } from '#web/features/circle/Stopping.tsx'
import { pathWith } from '#web/features/circle/stopping.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { cpfMask } from '#web/text/masks.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { outcomeQuery, ownAdministrationQuery, useCreateCircle } from './api.ts'
import { emptyRoda, parseRoda, rodaText } from './roda.ts'
import type { RodaDraft } from './roda.ts'

const SIMULATE_AFTER_MS = 600

type Props = {
  readonly plan: PlanForm
  readonly isBalanced: boolean
  readonly onClose: () => void
  readonly onCreated: () => void
}

/**
 * Creates a circle: a demonstration of the plan in the laboratory, or a real one, which is a roda for so many people
 * unless the laboratory's balanced plan is chosen. A real one shows what its plan does and asks for that to be ticked.
 */
export function CreateDialog({ plan, isBalanced, onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'demonstracao' | 'real'>('demonstracao')
  const [operator, setOperator] = useState(emptyOperator)
  const [kind, setKind] = useState<'roda' | 'laboratory'>('roda')
  const [roda, setRoda] = useState(emptyRoda)
  const [seen, setSeen] = useState<string | null>(null)
  const { mutate, isPending, error, reset } = useCreateCircle()
  const fields = error instanceof ApiError ? error.fields : {}
  const isReal = mode === 'real'
  // The first administrator has none from the first start: a real circle is where it begins to matter.
  const { data: self } = useQuery(ownAdministrationQuery)
  const [cpf, setCpf] = useState('')
  const asksCpf = isReal && self?.has_cpf === false
  const parsed = parseRoda(roda)
  const chosen = isReal && kind === 'roda' ? parsed.plan : plan
  const members = isReal && kind === 'roda' && parsed.plan ? parsed.members : SIMULATED_MEMBERS
  // The tick is for one outcome: another plan has to be looked at and ticked anew.
  const shown = JSON.stringify([chosen, members])
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isPending || !chosen) return
    mutate(
      {
        name,
        mode,
        plan: chosen,
        operator: isReal && !isBlank(operator) ? operator : null,
        ...(isReal ? { outcome_seen: seen === shown, people: members } : {}),
        own: asksCpf && cpf !== '' ? { id: self.id, cpf } : null,
      },
      { onSuccess: onCreated },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Criar um círculo"
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <form onSubmit={submit} onChange={() => reset()}>
        <Stack>
          <Text size="sm">
            {isReal && kind === 'roda' ? 'Uma roda de um nível.' : `Plano “${plan.name}”.`} O círculo nasce vazio. Para
            que pessoas entrem nele, escolha depois “Receber cadastros aqui”.
          </Text>
          <TextInput
            data-autofocus
            label="Nome do círculo"
            value={name}
            maxLength={60}
            withAsterisk
            error={fields['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="Tipo"
            value={mode}
            onChange={(event) => setMode(event.currentTarget.value as typeof mode)}
            data={[
              { value: 'demonstracao', label: 'Demonstração: valores fictícios' },
              { value: 'real', label: 'Real: dinheiro de verdade' },
            ]}
            description={
              isReal
                ? 'Um círculo real diz quem o opera, e não pode ser recomeçado.'
                : 'Uma demonstração nunca se torna real.'
            }
          />
          {isReal && (
            <>
              <NativeSelect
                label="Plano"
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
                data={[
                  { value: 'roda', label: 'Roda de um nível' },
                  {
                    value: 'laboratory',
                    label: isBalanced
                      ? `O do laboratório: “${plan.name}”`
                      : 'O do laboratório não devolve a cada um o que doou',
                    disabled: !isBalanced,
                  },
                ]}
              />
              {kind === 'roda' && <RodaFields draft={roda} onChange={setRoda} />}
              {chosen && (
                <Risk
                  plan={chosen}
                  members={members}
                  isSeen={seen === shown}
                  onSee={(isSeen) => setSeen(isSeen ? shown : null)}
                />
              )}
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <OperatorFields value={operator} isRequired errors={fields} prefix="operator." onChange={setOperator} />
              </SimpleGrid>
            </>
          )}
          {asksCpf && (
            <TextInput
              label="Seu CPF"
              description="Quem participa de um círculo não o administra. Sem o seu CPF, só o seu e-mail confere isso."
              inputMode="numeric"
              value={cpf}
              error={fields['cpf']}
              onChange={(event) => setCpf(cpfMask(event.currentTarget.value))}
            />
          )}
          {isReal && (
            <Text size="sm">
              O livro do círculo começa com quem o administra agora. Convites para administrar que ainda não foram
              aceitos deixam de valer.
            </Text>
          )}
          {error && Object.keys(fields).length === 0 && (
            <Alert color="red" role="alert">
              {failureText(error, 'Não foi possível criar o círculo.')}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" disabled={name.trim() === '' || isPending || !chosen || (isReal && seen !== shown)}>
              {isPending ? 'Criando...' : 'Criar círculo'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

/** How many people, how much a month, for how many months; and what follows from it, or what is wrong. */
function RodaFields({ draft, onChange }: { draft: RodaDraft; onChange: (draft: RodaDraft) => void }) {
  const now = useNow()
  const parsed = parseRoda(draft)
  const faults = parsed.plan ? {} : parsed.faults
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label="Quantas pessoas"
          inputMode="numeric"
          value={draft.members}
          error={faults.members}
          onChange={(event) => onChange({ ...draft, members: event.currentTarget.value })}
        />
        <TextInput
          label="Quanto por mês"
          inputMode="decimal"
          leftSection="R$"
          leftSectionWidth={42}
          value={draft.amount}
          error={faults.amount}
          onChange={(event) => onChange({ ...draft, amount: event.currentTarget.value })}
        />
        <TextInput
          label="Em quantos meses"
          placeholder={parsed.plan ? String(parsed.months) : undefined}
          inputMode="numeric"
          value={draft.months}
          error={faults.months}
          onChange={(event) => onChange({ ...draft, months: event.currentTarget.value })}
        />
      </SimpleGrid>
      {parsed.plan && (
        <Text size="sm" role="status">
          {rodaText(parsed, periodOf(now))}
        </Text>
      )}
    </>
  )
}

/** Shows what the plan does on the way, and asks for the tick without which no real circle is created. */
function Risk({
  plan,
  members,
  isSeen,
  onSee,
}: {
  plan: PlanForm
  members: number
  isSeen: boolean
  onSee: (isSeen: boolean) => void
}) {
  const [settled] = useDebouncedValue(plan, SIMULATE_AFTER_MS)
  const [people] = useDebouncedValue(members, SIMULATE_AFTER_MS)
  const { data, error, refetch } = useQuery(outcomeQuery(settled, people))
  const isStale = people !== members || JSON.stringify(settled) !== JSON.stringify(plan)
  const path = data && !isStale && pathWith(data, 0)
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label="O que este plano faz" aria-busy={!path}>
      {error && !isStale ? (
        <ErrorState message={failureText(error, 'Não foi possível simular o plano')} onRetry={() => void refetch()} />
      ) : path ? (
        <Stack gap="sm">
          <Stopping path={path} key={JSON.stringify([plan, members])} />
          <Checkbox
            label="Vi o que este plano faz com as pessoas, também se a roda parar no meio."
            checked={isSeen}
            onChange={(event) => onSee(event.currentTarget.checked)}
          />
        </Stack>
      ) : (
        <LoadingRows rows={2} label="Simulando..." />
      )}
    </Paper>
  )
}
