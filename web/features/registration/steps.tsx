import { Alert, Checkbox, PasswordInput, ScrollArea, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { fieldsOf, profileField } from '#contracts/profile-fields.ts'
import type { ProfileField } from '#contracts/profile-fields.ts'
import { NOT_ANNOUNCED } from '#web/features/circle/terms-hash.ts'
import { ApiError, request } from '#web/api/client.ts'
import { inputProps, Inputs } from './Inputs.tsx'
import type { StepProps } from './Inputs.tsx'

const isWholeRow = (name: ProfileField) => ['long-text', 'image'].includes(profileField(name).input)

export function PersonalStep(props: StepProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Inputs {...props} names={fieldsOf('personal')} />
    </SimpleGrid>
  )
}

export function BankStep(props: StepProps) {
  const { values, change } = props
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  }, [values])
  const names = fieldsOf('address', 'bank', 'pix')
  const lookUp = async (cep: string) => {
    const digits = cep.replaceAll(/\D/g, '')
    if (digits.length !== 8) return
    const { address } = latest.current
    try {
      const { street, neighbourhood, city, state } = await request('GET /cep/{cep}', { params: { cep: digits } })
      // The answer may come late: another code or an address that was typed meanwhile stays.
      const isSame = latest.current.cep.replaceAll(/\D/g, '') === digits && latest.current.address === address
      if (!isSame) return
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
        <Inputs
          {...props}
          names={names.filter((name) => !isWholeRow(name))}
          onField={(name, value) => void (name === 'cep' && lookUp(value))}
        />
      </SimpleGrid>
      <Inputs {...props} names={names.filter(isWholeRow)} />
    </Stack>
  )
}

/**
 * Crypto is optional; the password, which the specification asks for in the same step, stands under a heading of its
 * own.
 */
export function CryptoStep(props: StepProps) {
  const { change } = props
  const passwordProps = (name: 'password' | 'confirmPassword') => ({
    ...inputProps(props, name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <Stack>
      <Text c="dimmed">Bitcoin e USDT são opcionais e só valem por acordo entre quem doa e quem recebe.</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Inputs {...props} names={fieldsOf('crypto')} />
      </SimpleGrid>
      <Stack component="section" aria-labelledby="acesso" gap="sm" mt="sm">
        <Title order={2} size="h4" id="acesso">
          Acesso
        </Title>
        <Text c="dimmed">É com o seu e-mail e esta senha que você entra na Ciranda.</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordInput
            label="Senha"
            withAsterisk
            description="Mínimo de 8 caracteres"
            minLength={8}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
            {...passwordProps('password')}
          />
          <PasswordInput
            label="Confirmar senha"
            withAsterisk
            description="Repita a senha"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a confirmação' }}
            {...passwordProps('confirmPassword')}
          />
        </SimpleGrid>
      </Stack>
    </Stack>
  )
}

/**
 * `terms`: the document, or null while it is being read: what cannot be read cannot be accepted, nor can what differs
 * from the version announced.
 */
export function TermsStep({
  values,
  errors,
  change,
  terms,
  isAnnounced,
}: StepProps & { terms: ReactNode; isAnnounced: boolean }) {
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
      {!isAnnounced && (
        <Alert color="red" role="alert">
          {NOT_ANNOUNCED}
        </Alert>
      )}
      <Checkbox
        label="Li e aceito os termos e condições"
        checked={values.termsAccepted}
        error={errors.termsAccepted}
        disabled={terms === null || !isAnnounced}
        onChange={(event) => change({ termsAccepted: event.currentTarget.checked })}
      />
    </Stack>
  )
}
