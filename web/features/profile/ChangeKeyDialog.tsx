import { Button, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ownKeyForm } from '#contracts/forms/own-key.ts'
import { pixKeyTypeLabels, pixKeyTypes } from '#contracts/labels.ts'
import { validate } from '#contracts/validate.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { useDraft } from '#web/ui/useDraft.ts'
import { useChangeKey } from './api.ts'
import type { Profile } from './api.ts'

const types = pixKeyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))
const names = ['pixKeyType', 'pixKey', 'pixOwnerName'] as const
type Values = Record<(typeof names)[number], string>

const ANOTHER = {
  title: 'Trocar a chave PIX',
  text: 'Para a sua segurança, em um círculo real a nova chave vale depois de 24 horas, e nesse tempo você pode desfazer a troca. As doações já em aberto continuam com a chave de antes.',
  done: 'Trocar a chave',
  doing: 'Trocando...',
}
/** The first key holds at once, since nobody pays on another yet. */
const FIRST = {
  title: 'A sua chave PIX',
  text: 'É por ela que as pessoas pagam você. Ela vale logo, e depois pode ser trocada.',
  done: 'Guardar a chave',
  doing: 'Guardando...',
}

/** Asks for the member's new PIX key. Nothing typed is lost when the server refuses. */
export function ChangeKeyDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const change = useChangeKey(profile.pixKeyHeld)
  const words = profile.pixKey ? ANOTHER : FIRST
  const [values, setValues, forget] = useDraft<Values>('chave', {
    pixKeyType: profile.pixKeyType ?? 'email',
    pixKey: '',
    pixOwnerName: profile.pixOwnerName ?? '',
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const checked = validate(ownKeyForm, values)
    setErrors(checked.ok ? {} : checked.fields)
    if (checked.ok) change.mutate(checked.data, { onSuccess: () => [forget(), onClose()] })
  }
  return (
    <Modal opened onClose={() => !change.isPending && onClose()} title={words.title} centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{words.text}</Text>
          {names.map((name) => (
            <ProfileInput
              key={name}
              name={name}
              value={values[name]}
              error={errors[name]}
              isRequired
              {...(name === 'pixKeyType' ? { options: types } : {})}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          ))}
          <Refused error={change.error} otherwise="Não foi possível trocar a chave. Tente novamente." />
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={change.isPending}>
              Cancelar
            </Button>
            <Button type="submit" aria-disabled={change.isPending}>
              {change.isPending ? words.doing : words.done}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
