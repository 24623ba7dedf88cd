import { Alert, Button, Modal, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PlanForm } from '#contracts/plans.ts'
import { ApiError, failureText } from '#web/api/client.ts'
import { emptyOperator, isBlank, OperatorFields } from '#web/features/circle/OperatorFields.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useCreateCircle } from './api.ts'

type Props = {
  readonly plan: PlanForm
  readonly isBalanced: boolean
  readonly onClose: () => void
  readonly onCreated: () => void
}

/** Creates a circle from a plan: a demonstration, or a real one if the plan is balanced and an operator is named. */
export function CreateDialog({ plan, isBalanced, onClose, onCreated }: Props) {
  const [name, setName] = useState('')
  const [mode, setMode] = useState<'demonstracao' | 'real'>('demonstracao')
  const [operator, setOperator] = useState(emptyOperator)
  const { mutate, isPending, error, reset } = useCreateCircle()
  const fields = error instanceof ApiError ? error.fields : {}
  const isReal = mode === 'real'
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isPending)
      mutate({ name, mode, plan, operator: isReal && !isBlank(operator) ? operator : null }, { onSuccess: onCreated })
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
            Plano “{plan.name}”. O círculo nasce vazio. Para que pessoas entrem nele, escolha depois “Receber cadastros
            aqui”.
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
              {
                value: 'real',
                label: isBalanced ? 'Real: dinheiro de verdade' : 'Real: só com um plano equilibrado',
                disabled: !isBalanced,
              },
            ]}
            description={
              isReal
                ? 'Um círculo real diz quem o opera, e não pode ser recomeçado.'
                : 'Uma demonstração nunca se torna real.'
            }
          />
          {isReal && (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <OperatorFields value={operator} isRequired errors={fields} prefix="operator." onChange={setOperator} />
            </SimpleGrid>
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
            <Button type="submit" disabled={name.trim() === '' || isPending}>
              {isPending ? 'Criando...' : 'Criar círculo'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
