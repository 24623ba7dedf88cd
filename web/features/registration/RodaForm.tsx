import { Alert, Button, Checkbox, PasswordInput, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { profileField } from '#contracts/profile-fields.ts'
import type { TextField } from '#contracts/profile-fields.ts'
import { NOT_ANNOUNCED } from '#web/features/circle/terms-hash.ts'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import { RodaKey } from './RodaKey.tsx'
import type { StepProps } from './Inputs.tsx'

type Props = StepProps & {
  /** The document, or null while it is being read: what cannot be read cannot be accepted. */
  readonly terms: ReactNode
  readonly isAnnounced: boolean
  readonly isBusy: boolean
}

/** The one page that a roda asks for: who you are, the key you are paid on, a password. Each thing says why it is asked. */
export function RodaForm({ terms, isAnnounced, isBusy, ...props }: Props) {
  const { values, errors, change } = props
  const [hasNoPhone, setHasNoPhone] = useState(false)
  return (
    <Stack gap="lg">
      <Part title="Quem é você">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field {...props} name="firstName" />
          <Field {...props} name="lastName" />
          <Field {...props} name="cpf" why="Para ninguém entrar duas vezes." />
          <Field {...props} name="birthDate" why="Só maiores de 18 anos participam." />
          <Field
            {...props}
            name="phone"
            why={
              hasNoPhone
                ? 'O celular de quem vai ajudar você: os recados vão para lá.'
                : 'Para falarem com você e para entrar.'
            }
          />
          {!values.hasNoEmail && <Field {...props} name="email" why="Para os avisos e para entrar." />}
        </SimpleGrid>
        <Checkbox
          label="Não tenho e-mail"
          description="Você entra com CPF ou celular, e quem organiza lhe passa os códigos."
          checked={values.hasNoEmail}
          onChange={({ currentTarget: { checked } }) =>
            change(checked ? { hasNoEmail: true, email: '' } : { hasNoEmail: false })
          }
        />
        <Checkbox
          label="Não tenho celular"
          description="Alguém da roda faz por você o que você pedir. Vocês dois assinam um papel, que quem organiza imprime."
          checked={hasNoPhone}
          onChange={({ currentTarget: { checked } }) => setHasNoPhone(checked)}
        />
        <Checkbox
          label="Quem for convidado pode ver o meu primeiro nome"
          checked={values.showsFirstName}
          onChange={(event) => change({ showsFirstName: event.currentTarget.checked })}
        />
      </Part>
      <Part title="Onde você recebe">
        <RodaKey {...props} />
      </Part>
      <Part title="A sua senha">
        <PasswordInput
          name="password"
          label="Senha"
          withAsterisk
          description="8 letras ou números, no mínimo. Ela protege a chave em que você recebe."
          minLength={8}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
          value={values.password}
          error={errors.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
      </Part>
      <Part title="O combinado">
        <details className="roda-terms">
          <summary>Ler os termos</summary>
          {terms ?? <Text>Carregando...</Text>}
        </details>
        {!isAnnounced && (
          <Alert color="red" role="alert">
            {NOT_ANNOUNCED}
          </Alert>
        )}
        <Checkbox
          name="termsAccepted"
          label="Li e aceito os termos e condições"
          checked={values.termsAccepted}
          error={errors.termsAccepted}
          disabled={terms === null || !isAnnounced}
          onChange={(event) => change({ termsAccepted: event.currentTarget.checked })}
        />
      </Part>
      <Button type="submit" size="md" mih={44} aria-disabled={isBusy}>
        {isBusy ? 'Criando conta...' : 'Criar Conta'}
      </Button>
    </Stack>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** A field with the reason beside it. */
export function Field({ values, errors, change, name, why }: StepProps & { name: TextField; why?: string }) {
  const { autoComplete } = profileField(name)
  return (
    <ProfileInput
      name={name}
      value={values[name]}
      error={errors[name]}
      isRequired
      {...(why ? { description: why } : {})}
      {...(autoComplete ? { autoComplete } : {})}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
