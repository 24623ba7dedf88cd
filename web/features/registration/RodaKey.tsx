import { Anchor, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { pixKeyTypeLabels } from '#contracts/labels.ts'
import { profileField } from '#contracts/profile-fields.ts'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import { ImageField } from './ImageField.tsx'
import { keyAs, typesFor } from './roda-key.ts'
import type { StepProps } from './Inputs.tsx'

/** The PIX key as one field: its type is recognised and shown, its owner is oneself, and its code is made of it. */
export function RodaKey({ values, errors, change }: StepProps) {
  const types = typesFor(values)
  return (
    <Stack gap="xs">
      <TextInput
        name="pixKey"
        label="Chave PIX"
        withAsterisk
        description="Celular, e-mail, CPF ou chave aleatória. É nela que os outros pagam a você."
        value={values.pixKey}
        error={errors.pixKey}
        onChange={(event) => change(keyAs(values, event.currentTarget.value))}
      />
      <div role="status">
        {types.length === 1 && <Text size="sm">Reconhecida: {pixKeyTypeLabels[types[0]!]}.</Text>}
      </div>
      {types.length > 1 && (
        <NativeSelect
          label="Estes números são o quê?"
          data={types.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))}
          value={values.pixKeyType}
          onChange={(event) => change({ pixKeyType: event.currentTarget.value as (typeof types)[number] })}
        />
      )}
      <details className="roda-terms">
        <summary>A chave não está no meu nome, ou quero usar o código do meu banco</summary>
        <Stack gap="sm">
          <TextInput
            name="pixOwnerName"
            label={profileField('pixOwnerName').label}
            placeholder={`${values.firstName} ${values.lastName}`.trim()}
            description="Em branco, é o seu."
            value={values.pixOwnerName}
            error={errors.pixOwnerName}
            onChange={(event) => change({ pixOwnerName: event.currentTarget.value })}
          />
          <Text size="sm">O código e o QR Code são feitos da sua chave. Se preferir, ponha aqui os do seu banco.</Text>
          <ProfileInput
            name="pixCopyPaste"
            value={values.pixCopyPaste}
            error={errors.pixCopyPaste}
            onChange={(pixCopyPaste) => change({ pixCopyPaste })}
          />
          <ImageField
            label={profileField('pixQrCode').label}
            value={values.pixQrCode}
            error={errors.pixQrCode}
            onChange={(pixQrCode) => change({ pixQrCode })}
          />
          {values.pixQrCode !== '' && (
            <Anchor component="button" type="button" size="sm" ta="left" onClick={() => change({ pixQrCode: '' })}>
              Tirar esta imagem
            </Anchor>
          )}
        </Stack>
      </details>
    </Stack>
  )
}
