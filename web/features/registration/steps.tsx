import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  ScrollArea,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { banks, pixKeyTypeLabels, pixKeyTypes } from '#contracts/labels.ts'
import type { ReactNode } from 'react'
import { ApiError, request } from '#web/api/client.ts'
import { cepMask, cpfMask, phoneMask } from '#web/text/masks.ts'
import type { Registration } from './draft.ts'
import { ImageField } from './ImageField.tsx'
import type { FieldErrors } from './validate.ts'

export type StepProps = {
  readonly values: Registration
  readonly errors: FieldErrors
  change(patch: Partial<Registration>): void
}

type TextField = { [K in keyof Registration]: Registration[K] extends string ? K : never }[keyof Registration]

function field(
  { values, errors, change }: StepProps,
  name: TextField,
  mask: (text: string) => string = (text) => text,
) {
  return {
    name,
    value: values[name] as string,
    error: errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: mask(event.currentTarget.value) }),
  }
}

/** A key is masked by its declared type alone: eleven digits can be a phone as well as a CPF. */
const keyMasks: Readonly<Record<Registration['pixKeyType'], (text: string) => string>> = {
  phone: phoneMask,
  cpf: cpfMask,
  email: (text) => text.trimStart(),
  random: (text) => text.trimStart(),
}

export function PersonalStep(props: StepProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Nome" withAsterisk autoComplete="given-name" {...field(props, 'firstName')} />
      <TextInput label="Sobrenome" withAsterisk autoComplete="family-name" {...field(props, 'lastName')} />
      <TextInput
        label="Email"
        type="email"
        withAsterisk
        autoComplete="email"
        {...field(props, 'email')}
        // An empty PIX key follows the e-mail as it is typed.
        onChange={(event) => {
          const email = event.currentTarget.value
          const follows = props.values.pixKey === '' || props.values.pixKey === props.values.email
          props.change(follows && props.values.pixKeyType === 'email' ? { email, pixKey: email } : { email })
        }}
      />
      <TextInput
        label="Telefone"
        withAsterisk
        type="tel"
        autoComplete="tel-national"
        placeholder="(11) 98765-4321"
        {...field(props, 'phone', phoneMask)}
      />
      <TextInput
        label="CPF"
        withAsterisk
        inputMode="numeric"
        placeholder="000.000.000-00"
        {...field(props, 'cpf', cpfMask)}
      />
      <TextInput
        label="Data de nascimento"
        withAsterisk
        type="date"
        autoComplete="bday"
        {...field(props, 'birthDate')}
      />
    </SimpleGrid>
  )
}

export function BankStep(props: StepProps) {
  const { values, errors, change } = props
  const lookUp = async (cep: string) => {
    const digits = cep.replaceAll(/\D/g, '')
    if (digits.length !== 8) return
    try {
      const { street, neighbourhood, city, state } = await request('GET /cep/{cep}', { params: { cep: digits } })
      change({ address: `${[street, neighbourhood, city].filter(Boolean).join(', ')} - ${state}` })
    } catch (error) {
      // The address can be typed: a failed look-up is only logged.
      // oxlint-disable-next-line no-console
      console.info('CEP lookup failed', error instanceof ApiError ? error.code : error)
    }
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label="CEP"
          withAsterisk
          inputMode="numeric"
          autoComplete="postal-code"
          {...field(props, 'cep', cepMask)}
          onChange={(event) => {
            const cep = cepMask(event.currentTarget.value)
            change({ cep })
            void lookUp(cep)
          }}
        />
        <TextInput label="Endereço" withAsterisk {...field(props, 'address')} />
        <TextInput label="Número" withAsterisk {...field(props, 'addressNumber')} />
        <NativeSelect
          label="Banco"
          value={values.bank}
          error={errors.bank}
          onChange={(event) => change({ bank: event.currentTarget.value })}
          data={[{ value: '', label: 'Escolha (opcional)' }, ...banks.map((bank) => ({ value: bank, label: bank }))]}
        />
        <TextInput label="Agência" {...field(props, 'agency')} />
        <TextInput label="Conta" {...field(props, 'account')} />
        <NativeSelect
          label="Tipo da chave PIX"
          withAsterisk
          value={values.pixKeyType}
          error={errors.pixKeyType}
          onChange={(event) => change({ pixKeyType: event.currentTarget.value as Registration['pixKeyType'] })}
          data={pixKeyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))}
        />
        <TextInput label="Chave PIX" withAsterisk {...field(props, 'pixKey', keyMasks[values.pixKeyType])} />
        <TextInput label="Nome do titular da chave" withAsterisk {...field(props, 'pixOwnerName')} />
      </SimpleGrid>
      <Textarea
        label="PIX copia e cola"
        withAsterisk
        autosize
        minRows={2}
        description="O código que o seu banco gera para a sua chave, sem valor"
        {...field(props, 'pixCopyPaste')}
      />
      <ImageField
        label="QR Code PIX"
        required
        value={values.pixQrCode}
        error={errors.pixQrCode}
        onChange={(pixQrCode) => change({ pixQrCode })}
      />
    </Stack>
  )
}

export function CryptoStep(props: StepProps) {
  const { values, errors, change } = props
  return (
    <Stack>
      <Text c="dimmed">Bitcoin e USDT são opcionais e só valem por acordo entre quem doa e quem recebe.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Endereço Bitcoin" {...field(props, 'btcAddress')} />
        <TextInput label="Endereço USDT (ERC20)" {...field(props, 'usdtAddress')} />
        <ImageField
          label="QR Code Bitcoin"
          value={values.btcQrCode}
          error={errors.btcQrCode}
          onChange={(btcQrCode) => change({ btcQrCode })}
        />
        <ImageField
          label="QR Code USDT"
          value={values.usdtQrCode}
          error={errors.usdtQrCode}
          onChange={(usdtQrCode) => change({ usdtQrCode })}
        />
        <PasswordInput
          label="Senha"
          withAsterisk
          description="Mínimo de 8 caracteres"
          minLength={8}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
          {...field(props, 'password')}
        />
        <PasswordInput
          label="Confirmar senha"
          withAsterisk
          description="Repita a senha"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a confirmação' }}
          {...field(props, 'confirmPassword')}
        />
      </SimpleGrid>
    </Stack>
  )
}

/** `terms`: the document, or null while it is being read: what cannot be read cannot be accepted. */
export function TermsStep({ values, errors, change, terms }: StepProps & { terms: ReactNode }) {
  return (
    <Stack>
      <ScrollArea.Autosize
        mah={360}
        type="always"
        offsetScrollbars
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Termos e Condições' }}
      >
        {terms ?? <Text>Carregando...</Text>}
      </ScrollArea.Autosize>
      <Checkbox
        label="Li e aceito os termos e condições"
        checked={values.termsAccepted}
        error={errors.termsAccepted}
        disabled={terms === null}
        onChange={(event) => change({ termsAccepted: event.currentTarget.checked })}
      />
    </Stack>
  )
}
