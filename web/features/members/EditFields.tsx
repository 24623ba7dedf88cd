import { Alert, NativeSelect, PasswordInput, SimpleGrid, Stack, TextInput, Textarea, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { banks, pixKeyTypeLabels, userStatuses, userStatusLabels } from '#contracts/labels.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import type { EditErrors, EditValues, PictureField as PictureName, TextField } from './edit-form.ts'
import { PictureField } from './PictureField.tsx'

export type FieldsProps = {
  readonly present: User
  readonly values: EditValues
  readonly errors: EditErrors
  readonly change: (patch: Partial<EditValues>) => void
}

const keyTypes = ['email', 'cpf', 'phone', 'random'] as const satisfies readonly PixKeyType[]

export function PersonalFields(props: FieldsProps) {
  return (
    <Section title="Informações Pessoais">
      <TextInput label="Nome" {...text(props, 'firstName')} />
      <TextInput label="Sobrenome" {...text(props, 'lastName')} />
      <TextInput label="Email" type="email" {...copied(props, 'email', 'o email')} />
      <TextInput label="Telefone" type="tel" {...copied(props, 'phone', 'o telefone')} />
      <TextInput label="CPF" inputMode="numeric" {...copied(props, 'cpf', 'o CPF')} />
      <TextInput label="Data de nascimento" type="date" {...text(props, 'birthDate')} />
      <TextInput label="CEP" inputMode="numeric" {...text(props, 'cep')} />
      <TextInput label="Endereço" {...copied(props, 'address', 'o endereço')} />
      <TextInput label="Número" {...text(props, 'addressNumber')} />
      <Picture {...props} label="Foto" name="avatar" />
    </Section>
  )
}

export function BankFields(props: FieldsProps) {
  const { values } = props
  // A bank of before that the list does not have stays what it is.
  const known =
    values.bank === '' || (banks as readonly string[]).includes(values.bank) ? banks : [values.bank, ...banks]
  return (
    <Section title="Informações Bancárias">
      <NativeSelect
        label="Banco"
        {...text(props, 'bank')}
        data={[{ value: '', label: 'Nenhum' }, ...known.map((bank) => ({ value: bank, label: bank }))]}
      />
      <TextInput label="Agência" {...copied(props, 'agency', 'a agência')} />
      <TextInput label="Conta" {...copied(props, 'account', 'a conta')} />
    </Section>
  )
}

export function PixFields(props: FieldsProps) {
  const none = props.values.pixKeyType === '' ? [{ value: '', label: 'Nenhum' }] : []
  return (
    <Section title="PIX">
      <NativeSelect
        label="Tipo da chave PIX"
        {...text(props, 'pixKeyType')}
        data={[...none, ...keyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))]}
      />
      <TextInput label="Chave PIX" {...copied(props, 'pixKey', 'a chave PIX')} />
      <TextInput label="Nome do titular da chave" {...copied(props, 'pixOwnerName', 'o nome do titular')} />
      <Picture {...props} label="QR Code PIX" name="pixQrCode" />
      <Textarea
        className="whole"
        label="PIX copia e cola"
        autosize
        minRows={2}
        {...copied(props, 'pixCopyPaste', 'o PIX copia e cola')}
      />
    </Section>
  )
}

export function CryptoFields(props: FieldsProps) {
  return (
    <Section title="Crypto">
      <TextInput label="Endereço Bitcoin" {...copied(props, 'btcAddress', 'o endereço Bitcoin')} />
      <TextInput label="Endereço USDT (ERC20)" {...copied(props, 'usdtAddress', 'o endereço USDT')} />
      <Picture {...props} label="QR Code Bitcoin" name="btcQrCode" />
      <Picture {...props} label="QR Code USDT" name="usdtQrCode" />
    </Section>
  )
}

export function AccountFields({ isSelf, ...props }: FieldsProps & { isSelf: boolean }) {
  const { values, errors, change, present } = props
  const isSuspending = values.status === 'SUSPENDED' && present.status !== 'SUSPENDED'
  return (
    <Stack gap="sm">
      <Section title="Conta">
        <NativeSelect
          label="Situação"
          {...text(props, 'status')}
          disabled={isSelf}
          description={isSelf ? 'Você não pode mudar a situação da sua própria conta.' : undefined}
          data={userStatuses.map((status) => ({ value: status, label: userStatusLabels[status] }))}
        />
        <PasswordInput
          label="Nova senha"
          name="password"
          description="Em branco, a senha atual continua valendo"
          autoComplete="new-password"
          value={values.password}
          error={errors.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
        />
      </Section>
      {isSuspending && (
        <Alert color="sol">
          Ao ser suspensa, a pessoa perde os lugares que ocupa nas filas, o que ela deve e não pagou é cancelado e ela
          sai de todas as sessões.
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

function Picture({ label, name, present, values, errors, change }: FieldsProps & { label: string; name: PictureName }) {
  const image = present[name]
  return (
    <PictureField
      label={label}
      present={image}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => change({ [name]: value })}
    />
  )
}

function text({ values, errors, change }: FieldsProps, name: TextField) {
  return {
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: event.currentTarget.value }),
  }
}

function copied(props: FieldsProps, name: TextField, what: string) {
  const value = props.values[name]
  return {
    ...text(props, name),
    ...(value && { rightSection: <CopyText value={value} what={what} />, rightSectionWidth: 84 }),
  }
}
