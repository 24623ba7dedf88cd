import './profile.css'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { failureText } from '#web/api/client.ts'
import { useSetReminders } from './api.ts'
import type { Profile } from './api.ts'

/** Reminders by e-mail, on or off; the switch shows what the server keeps, never what is merely asked of it. */
export function Reminders({ profile }: { profile: Profile }) {
  const { mutate, isPending, error } = useSetReminders()
  const id = useId()
  const isOn = !profile.remindersOff
  return (
    <div>
      <div className="profile-switch">
        <div>
          <label htmlFor={id}>Lembretes por e-mail</label>
          <Text id={`${id}-about`} size="sm" c="dimmed">
            Prazos e avisos. Os que falam do seu acesso e da sua chave PIX chegam sempre.
          </Text>
        </div>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-describedby={`${id}-about`}
          aria-busy={isPending}
          onChange={() => !isPending && mutate(isOn)}
        />
      </div>
      {error && (
        <Text c="red" size="sm" role="alert">
          {failureText(error, 'Não foi possível mudar os lembretes. Tente novamente.')}
        </Text>
      )}
    </div>
  )
}
