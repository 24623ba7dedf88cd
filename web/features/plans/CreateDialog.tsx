import { Alert, Button, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanForm } from '#contracts/plans.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { isBlank, OperatorFields } from '#web/features/circle/OperatorFields.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { cpfMask } from '#web/text/masks.ts'
import { ownAdministrationQuery, useCreateCircle } from './api.ts'
import { Risk } from './Risk.tsx'
import { useCircleDraft } from './useCircleDraft.ts'
import { PlanChoice, ModeField } from './CircleKind.tsx'

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
  const draft = useCircleDraft(plan)
  const { name, mode, operator, isReal, chosen, members, isSeen } = draft
  const { mutate, isPending, error, reset } = useCreateCircle()
  const fields = error instanceof ApiError ? error.fields : {}
  // The first administrator has none from the first start: a real circle is where it begins to matter.
  const { data: self } = useQuery(ownAdministrationQuery)
  const [cpf, setCpf] = useState('')
  const asksCpf = isReal && self?.has_cpf === false
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isPending || !chosen) return
    mutate(
      {
        name,
        mode,
        plan: chosen,
        operator: isReal && !isBlank(operator) ? operator : null,
        ...(isReal ? { outcome_seen: isSeen, people: members } : {}),
        own: asksCpf && cpf !== '' ? { id: self.id, cpf } : null,
      },
      { onSuccess: onCreated },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Criar um círculo" centered size="lg">
      <form onSubmit={submit} onChange={() => reset()}>
        <Stack>
          <Text size="sm">
            {draft.isRoda ? 'Uma roda de um nível.' : `Plano “${plan.name}”.`} O círculo nasce vazio. Para que pessoas
            entrem nele, escolha depois “Receber cadastros aqui”.
          </Text>
          <TextInput
            data-autofocus
            label="Nome do círculo"
            value={name}
            maxLength={60}
            withAsterisk
            error={fields['name']}
            onChange={(event) => draft.setName(event.currentTarget.value)}
          />
          <ModeField mode={mode} onChange={draft.setMode} />
          {isReal && (
            <>
              <PlanChoice plan={plan} isBalanced={isBalanced} draft={draft} />
              {chosen && <Risk plan={chosen} members={members} isSeen={isSeen} onSee={draft.see} />}
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <OperatorFields value={draft.operator} errors={fields} onChange={draft.setOperator} />
              </SimpleGrid>
            </>
          )}
          {asksCpf && <OwnCpf value={cpf} error={fields['cpf']} onChange={setCpf} />}
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
          <DialogButtons onCancel={onClose}>
            <Button type="submit" disabled={name.trim() === '' || isPending || !chosen || (isReal && !isSeen)}>
              {isPending ? 'Criando...' : 'Criar círculo'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

type CpfProps = {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (cpf: string) => void
}

/** Asked of an administrator who has none yet. */
function OwnCpf({ value, error, onChange }: CpfProps) {
  return (
    <TextInput
      label="Seu CPF"
      description="Cada pessoa tem uma conta só. Sem o seu CPF, só o seu e-mail confere isso."
      inputMode="numeric"
      value={value}
      error={error}
      onChange={(event) => onChange(cpfMask(event.currentTarget.value))}
    />
  )
}
