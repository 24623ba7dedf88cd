import { Alert, Button, Modal, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureText } from '#web/api/client.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useEditUser } from './api.ts'
import type { User } from './api.ts'
import { changesOf, editFaults, editValuesOf } from './edit-form.ts'
import type { EditErrors, EditValues } from './edit-form.ts'
import { AccountFields, ProfileFields } from './EditFields.tsx'
import { nameOf } from './user-list.ts'

type Props = {
  readonly user: User
  readonly isSelf: boolean
  readonly onClose: () => void
  readonly onSaved: (user: User) => void
}
type Failure = { readonly message: string; readonly fields: EditErrors }

/** Changes a person's data. The contract's form checks it here first, and the server again. */
export default function EditDialog({ user, isSelf, onClose, onSaved }: Props) {
  const edit = useEditUser()
  // The person as they were when the form was opened: what another administrator changes meanwhile is not undone.
  const [opened] = useState(user)
  const [values, setValues] = useState(() => editValuesOf(user))
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The field that was refused may be far from the button that was pressed.
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])
  const body = changesOf(opened, values)
  const change = (patch: Partial<EditValues>) => setValues((present) => ({ ...present, ...patch }))
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    if (!body || edit.isPending) return
    const faults = editFaults(body)
    setFailure(faults)
    if (!faults)
      edit.mutate({ id: user.id, body }, { onSuccess: onSaved, onError: (error) => setFailure(failureOf(error)) })
  }
  const fields = { values, errors: failure?.fields ?? {}, change, present: opened }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Editar Usuário"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
      closeOnClickOutside={body === null}
    >
      <form ref={form} onSubmit={save} noValidate aria-label={`Editar ${nameOf(opened)}`}>
        <Stack gap="xl">
          <ProfileFields {...fields} />
          <AccountFields {...fields} isSelf={isSelf} />
          <DialogButtons>
            {failure && (
              <Alert color="red" role="alert" flex="1 1 100%">
                Erro ao atualizar usuário: {failure.message}
              </Alert>
            )}
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" disabled={body === null || edit.isPending}>
              {edit.isPending ? 'Salvando...' : 'Salvar Alterações'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

function failureOf(error: unknown): Failure {
  return {
    message: failureText(error, 'Erro desconhecido'),
    fields: error instanceof ApiError ? (error.fields as EditErrors) : {},
  }
}
