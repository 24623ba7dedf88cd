import { Button, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { PasswordForm } from './PasswordForm.tsx'

/** Changing one's own password, in a dialog. */
export function ChangePassword() {
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed')
  return (
    <div>
      <Button variant="default" mih={44} onClick={() => setState('open')}>
        Trocar a senha
      </Button>
      <div role="status">
        {state === 'done' && (
          <Text size="sm" mt="xs">
            Senha trocada. Você saiu da conta nos outros aparelhos.
          </Text>
        )}
      </div>
      {state === 'open' && (
        <Modal opened onClose={() => setState('closed')} title="Trocar a senha" centered>
          <PasswordForm currentLabel="Senha atual" onChanged={() => setState('done')}>
            {(isPending) => (
              <DialogButtons>
                <Button variant="default" mih={44} onClick={() => setState('closed')} disabled={isPending}>
                  Cancelar
                </Button>
                <Button type="submit" mih={44} disabled={isPending}>
                  {isPending ? 'Trocando...' : 'Trocar a senha'}
                </Button>
              </DialogButtons>
            )}
          </PasswordForm>
        </Modal>
      )}
    </div>
  )
}
