import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureText } from '#web/api/client.ts'
import { PAYMENT_FIELDS } from '#contracts/profile-fields.ts'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { circleQuery } from '#web/features/circle/api.ts'
import { momentText } from '#web/text/dates.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useEditUser } from './api.ts'
import type { User } from './api.ts'
import { changesOf, editFaults, editValuesOf } from './edit-form.ts'
import type { EditErrors, EditValues } from './edit-form.ts'
import { ProfileFields } from './EditFields.tsx'
import { nameOf } from './user-list.ts'
import { AccountFields } from './AccountFields.tsx'

type Props = {
  readonly user: User
  readonly isSelf: boolean
  readonly onClose: () => void
  readonly onSaved: (user: User) => void
}
type Saved = NonNullable<ReturnType<typeof useEditUser>['data']>
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
  const changesKey = body !== null && PAYMENT_FIELDS.some((field) => field in body)
  // A key may wait from an earlier change, of which this one says nothing.
  const isWaiting = (saved: Saved) => saved.approval !== undefined || (changesKey && saved.pixKeyPending !== undefined)
  const change = (patch: Partial<EditValues>) => setValues((present) => ({ ...present, ...patch }))
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    if (!body || edit.isPending) return
    const faults = editFaults(body)
    setFailure(faults)
    if (!faults)
      edit.mutate(
        { id: user.id, body },
        {
          // The dialog stays where something only waits from here on, and says so.
          onSuccess: (saved) => (isWaiting(saved) ? undefined : onSaved(saved)),
          onError: (error) => setFailure(failureOf(error)),
        },
      )
  }
  if (edit.data && isWaiting(edit.data))
    return (
      <Modal opened onClose={onClose} title="Editar Usuário" centered>
        <Stack>
          {edit.data.approval && <Proposed approval={edit.data.approval} />}
          {!edit.data.approval && edit.data.pixKeyPending && (
            <Alert color="sol" role="status" title="A chave nova ainda não vale">
              {edit.data.firstName} já foi avisado e pode confirmar ou recusar a troca. Se não responder, a chave{' '}
              {edit.data.pixKeyPending.key} vale a partir de {momentText(edit.data.pixKeyPending.holds_at)}. O resto do
              que você mudou já está salvo.
            </Alert>
          )}
          <DialogButtons>
            <Button onClick={onClose}>Entendi</Button>
          </DialogButtons>
        </Stack>
      </Modal>
    )
  const fields = { values, errors: failure?.fields ?? {}, change, present: opened }
  return (
    <Modal opened onClose={onClose} title="Editar Usuário" size="lg" closeOnClickOutside={body === null}>
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
            {changesKey && <KeyNote />}
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

/** Says, before it is sent, that another key in a real circle does not hold at once. */
function KeyNote() {
  const { data: circle } = useQuery(circleQuery)
  if (circle?.mode !== 'real') return null
  return (
    <Text size="sm" flex="1 1 100%">
      Num círculo real, outra chave de pagamento não vale na hora: outra pessoa da administração aprova; se não houver
      outra, o membro confirma, ou passam 72 horas sem que ele recuse.
    </Text>
  )
}

function failureOf(error: unknown): Failure {
  return {
    message: failureText(error, 'Erro desconhecido'),
    fields: error instanceof ApiError ? (error.fields as EditErrors) : {},
  }
}
