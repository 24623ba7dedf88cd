import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { canUsePasskeys } from '#web/features/session/passkey-support.ts'
import { dayText } from '#web/text/dates.ts'
import { accessKeysQuery } from '#web/features/session/access-keys.ts'
import { useAddPasskey, useRemovePasskey } from './keys.ts'
import { PasswordAsk } from './PasswordAsk.tsx'
import { Refused } from '#web/ui/Refused.tsx'

const DECLINED = 'Este aparelho não criou a chave. Tente de novo quando quiser.'

/** Getting in by fingerprint, face or PIN of one's device: the passkeys, and making another. */
export function Passkeys() {
  const { data } = useQuery(accessKeysQuery)
  const remove = useRemovePasskey()
  const add = useAddPasskey()
  const [isAsking, setAsking] = useState(false)
  const fault = add.error
    ? failureText(add.error, 'Não foi possível criar a chave')
    : add.data === false
      ? DECLINED
      : null
  const close = () => {
    setAsking(false)
    add.reset()
  }
  return (
    <section aria-label="Chaves de acesso">
      <Text fw={500}>Chaves de acesso</Text>
      <Text size="sm" c="dimmed" mb="xs">
        Entre com a digital, o rosto ou o PIN do seu aparelho, sem digitar a senha.
      </Text>
      <Stack gap="xs" component="ul" className="account-list">
        {data?.passkeys.map((passkey) => (
          <Passkey key={passkey.id} {...passkey} isOff={remove.isPending} onRemove={() => remove.mutate(passkey.id)} />
        ))}
      </Stack>
      <Refused error={remove.error} otherwise="Não foi possível retirar a chave" mb="xs" />
      {canUsePasskeys() ? (
        <Button variant="default" mih={44} onClick={() => setAsking(true)}>
          Criar chave de acesso
        </Button>
      ) : (
        <Text size="sm">Este navegador, neste endereço, não oferece chaves de acesso.</Text>
      )}
      {isAsking && (
        <Modal opened onClose={close} title="Criar chave de acesso" centered>
          <PasswordAsk
            why="Digite a sua senha. Depois o seu aparelho pergunta como você quer entrar."
            action="Continuar"
            isPending={add.isPending}
            fault={fault}
            onClose={close}
            onSubmit={(password) => add.mutate(password, { onSuccess: (isMade) => isMade && close() })}
          />
        </Modal>
      )}
    </section>
  )
}

type PasskeyProps = {
  readonly device: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly isOff: boolean
  readonly onRemove: () => void
}

function Passkey({ device, created_at: madeAt, last_used_at: usedAt, isOff, onRemove }: PasskeyProps) {
  return (
    <Group component="li" justify="space-between" className="beside-button">
      <div>
        <Text>{device}</Text>
        <Text size="sm" c="dimmed">
          Criada em {dayText(madeAt)}
          {usedAt ? `, usada em ${dayText(usedAt)}` : ''}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="red"
        mih={44}
        disabled={isOff}
        aria-label={`Retirar a chave: ${device}, ${dayText(madeAt)}`}
        onClick={onRemove}
      >
        Retirar
      </Button>
    </Group>
  )
}
