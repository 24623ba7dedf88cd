import { Alert, NativeSelect, PasswordInput, Stack } from '@mantine/core'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import { isClosed, userStatuses, userStatusLabels } from '#contracts/labels.ts'
import { RecoveryCode } from './RecoveryCode.tsx'
import { Section } from './EditFields.tsx'
import type { FieldsProps } from './EditFields.tsx'

export function AccountFields({ isSelf, values, errors, change, present }: FieldsProps & { isSelf: boolean }) {
  const isClosing = isClosed(values.status) && !isClosed(present.status)
  return (
    <Stack gap="sm">
      <Section title="Acesso">
        <NativeSelect
          label="Situação"
          name="status"
          value={values.status}
          error={errors.status}
          onChange={(event) => change({ status: event.currentTarget.value })}
          disabled={isSelf}
          description={isSelf ? 'Você não pode mudar a situação da sua própria conta.' : undefined}
          data={userStatuses.map((status) => ({ value: status, label: userStatusLabels[status] }))}
        />
        {!isSelf && <RecoveryCode user={present} />}
        <PasswordInput
          label="Nova senha"
          name="password"
          description={
            isSelf
              ? 'Em branco, a senha atual continua valendo'
              : 'Em branco, a senha atual continua valendo. A que você der é provisória: com ela a pessoa só lê e escolhe outra.'
          }
          autoComplete="new-password"
          value={values.password}
          error={errors.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
        />
        {isSelf && (
          <PasswordInput
            label="Sua senha atual"
            name="currentPassword"
            description="Só para mudar a sua própria senha ou o seu e-mail"
            autoComplete="current-password"
            value={values.currentPassword}
            error={errors.currentPassword}
            onChange={(event) => change({ currentPassword: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha atual' }}
          />
        )}
      </Section>
      {isClosing && (
        <Alert color="sol">
          {values.status === 'SUSPENDED' ? 'Ao ser suspensa' : 'Ao ficar inativa'}, a pessoa perde os lugares que ocupa,
          e o que ela deve e não pagou é cancelado.
          <ApprovalNote when="De quem tem lugar, contas a acertar ou algo em aberto," />
        </Alert>
      )}
    </Stack>
  )
}
