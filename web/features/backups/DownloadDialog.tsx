import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PASSPHRASE_LENGTH_MIN } from '#contracts/limits.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useDownloadBackup } from './api.ts'
import type { Backups } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

export function DownloadDialog({ backups, onClose }: { backups: Backups; onClose: () => void }) {
  const [first, setFirst] = useState('')
  const [again, setAgain] = useState('')
  const { mutate, isPending, isSuccess, error } = useDownloadBackup()
  const isShort = first !== '' && first.length < PASSPHRASE_LENGTH_MIN
  const differs = again !== '' && again !== first
  const isReady = first.length >= PASSPHRASE_LENGTH_MIN && again === first
  const isRefused = backups.needs_machine_passphrase && !backups.machine_passphrase
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending) mutate({ passphrase: first, passphrase_again: again })
  }
  return (
    <Modal opened onClose={() => !isPending && onClose()} title="Baixar cópia completa" centered>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            Este arquivo tem os dados de todas as pessoas de todas as rodas desta Ciranda: nomes, documentos, chaves,
            comprovantes. Só o abre quem tem a senha. Baixar fica escrito em &ldquo;Quem viu os seus dados&rdquo; de
            cada pessoa, e quem administra com você é avisado.
          </Text>
          {backups.needs_machine_passphrase && (
            <Text size="sm">
              Há uma roda de verdade aqui: o segredo que abre os dados vai fechado também com a senha das cópias desta
              máquina. Para voltar a esta cópia são precisas as duas.
            </Text>
          )}
          {isRefused ? (
            <Alert color="red" role="alert">
              Esta máquina ainda não tem a senha das cópias. Quem cuida dela a escolhe em BACKUP_PASSPHRASE.
            </Alert>
          ) : (
            <>
              <PasswordInput
                data-autofocus
                label="Senha da cópia"
                description={`${PASSPHRASE_LENGTH_MIN} caracteres ou mais. Quatro palavras que só você juntaria servem bem.`}
                value={first}
                error={
                  isShort && again !== '' ? `A senha precisa de ${PASSPHRASE_LENGTH_MIN} caracteres ou mais.` : null
                }
                autoComplete="new-password"
                visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha da cópia' }}
                onChange={(event) => setFirst(event.currentTarget.value)}
              />
              <PasswordInput
                label="A mesma senha outra vez"
                value={again}
                error={differs ? 'As duas não são iguais.' : null}
                autoComplete="new-password"
                visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha repetida' }}
                onChange={(event) => setAgain(event.currentTarget.value)}
              />
            </>
          )}
          <Refused error={error} otherwise="Não foi possível fazer a cópia." />
          {isSuccess && (
            <Alert color="mata" role="status">
              A cópia foi baixada. Guarde-a fora deste aparelho, e a senha em outro lugar.
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {isSuccess ? 'Fechar' : 'Cancelar'}
            </Button>
            {!isRefused && !isSuccess && (
              <Button type="submit" disabled={!isReady || isPending}>
                {isPending ? 'Fazendo a cópia...' : 'Baixar'}
              </Button>
            )}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
