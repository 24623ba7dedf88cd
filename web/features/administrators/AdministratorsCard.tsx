import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { ApprovalNote, Proposed } from '#web/features/circle/Proposed.tsx'
import { momentText } from '#web/text/dates.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { administratorsQuery, useInvite, useRemove } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

const roleText = { ADMIN: 'Administra', AUDITOR: 'Acompanha, sem alterar' } as const
const NO_CPF = 'Sem CPF informado: que não participa de um círculo é conferido só pelo e-mail'
const nobody = { firstName: '', lastName: '', email: '', role: 'ADMIN' as 'ADMIN' | 'AUDITOR' }

/** The people who administer, those invited to, and the way to invite another. */
export function AdministratorsCard() {
  const { data, error, refetch } = useQuery(administratorsQuery)
  const remove = useRemove()
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="administrators">
      <Title order={2} size="h4" id="administrators" mb="md">
        Administradores
      </Title>
      {error && !data && (
        <ErrorState message={failureText(error, 'Erro ao carregar quem administra')} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingRows label="Carregando quem administra..." />}
      {data && (
        <Stack>
          {data.administrators.map(({ id, name, role, since, is_self, has_cpf, removable }) => (
            <Person
              key={id}
              name={is_self ? `${name} (você)` : name}
              detail={`${roleText[role]} desde ${momentText(since)}${has_cpf ? '' : `. ${NO_CPF}`}`}
              action={removable ? `Retirar ${name}` : null}
              isPending={remove.isPending}
              onAction={() => remove.mutate({ id, role })}
            />
          ))}
          {data.invitations.map(({ id, name, email, expires_at }) => (
            <Person
              key={id}
              name={`${name} (convite)`}
              detail={`${email}, até ${momentText(expires_at)}`}
              action={`Cancelar convite de ${name}`}
              isPending={remove.isPending}
              onAction={() => remove.mutate({ id, role: null })}
            />
          ))}
          <Refused error={remove.error} otherwise="Não foi possível retirar." />
          <Acting>
            <InviteForm />
          </Acting>
        </Stack>
      )}
    </Paper>
  )
}

type PersonProps = { name: string; detail: string; action: string | null; isPending: boolean; onAction: () => void }

function Person({ name, detail, action, isPending, onAction }: PersonProps) {
  return (
    <Group justify="space-between">
      <div style={{ minWidth: 0 }}>
        <Text className="wrap-anywhere">{name}</Text>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {detail}
        </Text>
      </div>
      {action !== null && (
        <Acting>
          <Button variant="default" mih={44} aria-label={action} disabled={isPending} onClick={onAction}>
            {action.startsWith('Retirar') ? 'Retirar' : 'Cancelar convite'}
          </Button>
        </Acting>
      )}
    </Group>
  )
}

function InviteForm() {
  const [typed, setTyped] = useState(nobody)
  const { mutate, isPending, error, data } = useInvite()
  const { data: administrators } = useQuery(administratorsQuery)
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate(typed, { onSuccess: () => setTyped(nobody) })
  }
  const field = (name: 'firstName' | 'lastName' | 'email', label: string) => (
    <TextInput
      label={label}
      type={name === 'email' ? 'email' : 'text'}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form onSubmit={submit} aria-label="Convidar">
      <Stack align="stretch">
        <Text size="sm">A pessoa recebe uma carta e cria a senha dela. Quem já está na roda usa a mesma conta.</Text>
        {field('firstName', 'Nome')}
        {field('lastName', 'Sobrenome')}
        {field('email', 'E-mail')}
        <NativeSelect
          label="Papel"
          value={typed.role}
          onChange={(event) => setTyped({ ...typed, role: event.currentTarget.value as 'ADMIN' | 'AUDITOR' })}
          data={[
            { value: 'ADMIN', label: 'Administrador' },
            { value: 'AUDITOR', label: 'Auditor: vê tudo, não altera nada' },
          ]}
        />
        <Refused error={error} otherwise="Não foi possível convidar." />
        {data?.approval && !error && <Proposed approval={data.approval} />}
        {data && !data.approval && !error && (
          <Alert color="mata" role="status">
            O convite foi enviado.
          </Alert>
        )}
        <ApprovalNote isReal={administrators?.is_proposed} />
        <Button type="submit" mih={44} disabled={isPending}>
          {isPending ? 'Convidando...' : 'Convidar'}
        </Button>
      </Stack>
    </form>
  )
}
