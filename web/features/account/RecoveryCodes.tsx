import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { accessKeysQuery } from '#web/features/session/access-keys.ts'
import { useMakeCodes } from './keys.ts'
import { PasswordAsk } from './PasswordAsk.tsx'

/** Codes to write down, for the day when password and device are both gone. */
export function RecoveryCodes() {
  const { data } = useQuery(accessKeysQuery)
  const make = useMakeCodes()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    // The codes are nowhere else from here on.
    make.reset()
  }
  const left = data?.recovery_codes_left ?? 0
  return (
    <section aria-label="Códigos de recuperação">
      <Text fw={500}>Códigos de recuperação</Text>
      <Text size="sm" c="dimmed" mb="xs">
        {left === 0
          ? 'Para guardar em papel: cada um abre a sua conta uma vez, se faltarem a senha e o aparelho.'
          : `${left === 1 ? 'Resta 1 código' : `Restam ${left} códigos`}. Criar outros anula os anteriores.`}
      </Text>
      <Button variant="default" mih={44} onClick={() => setOpen(true)}>
        Criar códigos de recuperação
      </Button>
      {isOpen && (
        <Modal opened onClose={close} title="Códigos de recuperação" centered closeOnClickOutside={!make.data}>
          {make.data ? (
            <Stack>
              <Text>Anote ou imprima agora: eles não aparecem outra vez. Cada um vale uma só vez.</Text>
              <Text component="pre" className="account-codes">
                {make.data.codes.join('\n')}
              </Text>
              <CopyButton value={make.data.codes.join('\n')} label="Copiar os códigos" />
              <Button mih={44} onClick={close}>
                Já guardei
              </Button>
            </Stack>
          ) : (
            <PasswordAsk
              why="Digite a sua senha para criar dez códigos."
              action="Criar códigos"
              isPending={make.isPending}
              fault={make.error ? failureText(make.error, 'Não foi possível criar os códigos') : null}
              onClose={close}
              onSubmit={(password) => make.mutate(password)}
            />
          )}
        </Modal>
      )}
    </section>
  )
}
