import { Alert, NativeSelect, PasswordInput, SimpleGrid, Stack, Title } from '@mantine/core'
import { ApprovalNote } from '#web/features/circle/Proposed.tsx'
import type { ReactNode } from 'react'
import { banks, isClosed, pixKeyTypeLabels, userStatuses, userStatusLabels } from '#contracts/labels.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import { fieldsOf, profileField } from '#contracts/profile-fields.ts'
import type { ImageField, ProfileField, ProfileGroup, TextField } from '#contracts/profile-fields.ts'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import type { EditableImage, EditErrors, EditValues } from './edit-form.ts'
import { RecoveryCode } from './RecoveryCode.tsx'
import { PictureField } from './PictureField.tsx'

export type FieldsProps = {
  readonly present: User
  readonly values: EditValues
  readonly errors: EditErrors
  readonly change: (patch: Partial<EditValues>) => void
}

const sections: readonly { readonly title: string; readonly groups: readonly ProfileGroup[] }[] = [
  { title: 'Informações Pessoais', groups: ['personal', 'address'] },
  { title: 'Informações Bancárias', groups: ['bank'] },
  { title: 'PIX', groups: ['pix'] },
  { title: 'Crypto', groups: ['crypto'] },
]

/** Every field of the profile, in the sections that the profile itself has. */
export function ProfileFields(props: FieldsProps) {
  return sections.map(({ title, groups }) => (
    <Section key={title} title={title}>
      {fieldsOf(...groups).map((name) =>
        profileField(name).input === 'image' ? (
          <Picture key={name} {...props} label={profileField(name).label} name={name as ImageField} />
        ) : (
          <Field key={name} {...props} name={name as TextField} />
        ),
      )}
      {groups.includes('personal') && <Picture {...props} label="Foto" name="avatar" />}
    </Section>
  ))
}

const COPIED_INPUTS: readonly string[] = ['email', 'tel', 'digits', 'pix-key', 'long-text']

function Field({ name, values, errors, change }: FieldsProps & { name: TextField }) {
  const { input, phrase, storage } = profileField(name)
  const value = values[name]
  const isCopied = value !== '' && (COPIED_INPUTS.includes(input) || (input === 'text' && storage === 'sealed'))
  const choices = optionsOf(name, value)
  return (
    <ProfileInput
      name={name}
      value={value}
      error={errors[name]}
      onChange={(text) => change({ [name]: text })}
      {...(choices ? { options: choices } : {})}
      {...(isCopied && !choices ? { rightSection: <CopyText value={value} what={phrase} /> } : {})}
    />
  )
}

const keyTypes = ['email', 'cpf', 'phone', 'random'] as const satisfies readonly PixKeyType[]
const NONE = { value: '', label: 'Nenhum' }

/** The options of a select field. A stored bank that is no longer in the list is kept as an option. */
function optionsOf(name: ProfileField, value: string) {
  if (name === 'bank') {
    const known = value === '' || (banks as readonly string[]).includes(value) ? banks : [value, ...banks]
    return [NONE, ...known.map((bank) => ({ value: bank, label: bank }))]
  }
  if (name !== 'pixKeyType') return null
  return [...(value === '' ? [NONE] : []), ...keyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))]
}

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
          <ApprovalNote when="Num círculo real, de quem tem lugar, contas a acertar ou algo em aberto," />
        </Alert>
      )}
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="user-fields">
        {children}
      </SimpleGrid>
    </section>
  )
}

function Picture({
  label,
  name,
  present,
  values,
  errors,
  change,
}: FieldsProps & { label: string; name: EditableImage }) {
  const image = present[name]
  return (
    <PictureField
      label={label}
      present={image}
      value={values[name]}
      error={errors[name]}
      isFace={name === 'avatar'}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
