import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { ApiError, failureText } from '#web/api/client.ts'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { emptyOperator, OperatorFields } from '#web/features/circle/OperatorFields.tsx'
import { say } from '#web/text/say.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { useEditCircle } from './api.ts'
import type { CircleSettings } from './api.ts'

/** The circle's name and who answers for it: what the terms say. The mode is as the circle was made. */
export function IdentityForm({ settings }: { settings: CircleSettings }) {
  const { circle } = settings
  // A field that nobody typed in follows the circle, and is not sent: somebody else may have changed it since.
  const [typedName, setName] = useState<string | null>(null)
  const [typedOperator, setOperator] = useState<typeof emptyOperator | null>(null)
  const present = circle.operator ?? emptyOperator
  const [name, operator] = [typedName ?? circle.name, typedOperator ?? present]
  const { mutate, isPending, error, isSuccess, data, reset } = useEditCircle()
  const fields = error instanceof ApiError ? error.fields : {}
  const isReal = circle.mode === 'real'
  // That a roda is real goes without saying.
  const isMarked = !isReal || circle.plan.levels.length > 1
  const isSameOperator = JSON.stringify(operator) === JSON.stringify(present)
  const isSame = name === circle.name && isSameOperator
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    const changed = { ...(name === circle.name ? {} : { name }), ...(isReal && !isSameOperator ? { operator } : {}) }
    mutate(changed, {
      onSuccess: () => {
        setName(null)
        setOperator(null)
      },
    })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="identity">
      <Group gap="sm" mb={4}>
        <Title order={2} size="h4" id="identity">
          {say('Identidade')}
        </Title>
        {isMarked && (
          <StatusMark tone={isReal ? 'done' : 'wait'}>{isReal ? 'Círculo real' : 'Demonstração'}</StatusMark>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {isReal
          ? say('O dinheiro é de verdade. Os termos dizem quem opera o círculo, e ele nunca fica sem operador.')
          : 'Todo valor é fictício, e nada numa demonstração pode ser pago: ela não mostra CPF, CNPJ, telefone nem e-mail, que servem de chave PIX.'}
      </Text>
      <form onSubmit={submit} onChange={() => reset()}>
        <Stack>
          <TextInput
            label={say('Nome do círculo')}
            value={name}
            maxLength={60}
            withAsterisk
            error={fields['name']}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isReal && (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <OperatorFields value={operator} errors={fields} onChange={setOperator} />
            </SimpleGrid>
          )}
          {error && Object.keys(fields).length === 0 && (
            <Alert color="red" role="alert">
              {failureText(error, 'Não foi possível salvar.')}
            </Alert>
          )}
          {data?.approval && <Proposed approval={data.approval} />}
          <Group justify="flex-end">
            {isReal && !isSameOperator && <ApprovalNote isReal />}
            {isSuccess && !data.approval && isSame && (
              <Text size="sm" role="status">
                Salvo.
              </Text>
            )}
            <Acting>
              <Button type="submit" disabled={isSame || isPending}>
                {isPending ? 'Salvando...' : 'Salvar'}
              </Button>
            </Acting>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
